/** The site's content for the pages: sorted, with references to claims (figures with a source) resolved. */
import { getCollection, getEntry, type CollectionEntry, type CollectionKey } from 'astro:content';
import type { Claim, Figure } from '../claims/claim-schema.ts';
import type { Reviews } from '../schemas/review.ts';
import { LEADING_CITIES, LEADING_LEGAL_PAGES } from '../site.ts';
import {
  claimsOf,
  findClaim,
  resolveClaims,
  type ClaimRegistry,
  type Resolved,
} from '../claims/claim-references.ts';
import { readingMinutes } from './reading-time.ts';
import { sortPages } from './sort-pages.ts';

type Data<Collection extends CollectionKey> = Resolved<CollectionEntry<Collection>['data']>;

export type Article = CollectionEntry<'articles'> & { readingMinutes: number };
export type LegalPage = CollectionEntry<'legal'>;
export type City = { slug: string } & Data<'cities'>;
export type HomeWords = Data<'home'>;
export type BlogWords = Data<'blog'>;
export type Notice = CollectionEntry<'notices'>['data']['items'][number];
export type FaqItem = HomeWords['faq']['items'][number];

/**
 * Caches a list for the whole build. Every page needs the lists, so without a cache the work would grow with the square
 * of the number of pages. The development server reads them each time, because the content may have changed.
 */
function oncePerBuild<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  return () => (import.meta.env.PROD ? (cached ??= read()) : read());
}

const getClaims = oncePerBuild(async (): Promise<ClaimRegistry> => {
  const entries = await getCollection('claims');
  return new Map(entries.map(({ id, data }) => [id, data]));
});

/** @throws {UnknownClaimError} with the file or page that refers to the claim */
export async function getClaim(claimId: string, file: string): Promise<Claim> {
  return findClaim(await getClaims(), claimId, file);
}

/**
 * Returns the fields of a claim that a page shows. They are few enough for an island's props. For components that name
 * a claim's id in their code; other figures come from content files.
 */
export async function getFigure(claimId: string, file: string): Promise<Figure> {
  const { id, text, note, noteBeside } = await getClaim(claimId, file);
  return { id, text, note, noteBeside };
}

/** The star rating of the city pages; undefined if the firm has withdrawn it. */
export async function getCityRating(): Promise<Claim | undefined> {
  return (await getClaims()).get('rating-city');
}

async function withClaims<Entry extends { id: string; filePath?: string; data: unknown }>(
  entry: Entry,
): Promise<Resolved<Entry['data']>> {
  return resolveClaims<Entry['data']>(entry.data, await getClaims(), entry.filePath ?? entry.id);
}

/** @throws {Error} when the entry is missing */
function required<Value>(value: Value | undefined, file: string): Value {
  if (value === undefined) throw new Error(`The site needs ${file}, which does not exist. Add it.`);
  return value;
}

/** All articles, newest first. */
export const getArticles = oncePerBuild(async (): Promise<readonly Article[]> => {
  const entries = await getCollection('articles');
  const articles = entries.map((entry) => ({ ...entry, readingMinutes: readingMinutes(entry.body ?? '') }));
  return articles.sort((a, b) => b.data.publishedOn.getTime() - a.data.publishedOn.getTime());
});

/** An article's related articles, in the order of its front matter. */
export async function getRelatedArticles(article: Article): Promise<CollectionEntry<'articles'>[]> {
  const file = (id: string) => `src/content/articles/${id}.md (related to ${article.id})`;
  return Promise.all(
    article.data.related.map(async (reference) => required(await getEntry(reference), file(reference.id))),
  );
}

/** All legal pages: those that `site.ts` puts first, then the others by name. */
export const getLegalPages = oncePerBuild(async (): Promise<readonly LegalPage[]> => {
  const pages = await getCollection('legal');
  return sortPages(pages, LEADING_LEGAL_PAGES, ({ id, data }) => ({ slug: id, name: data.title }));
});

/** All cities: those that `site.ts` puts first, then the others by name. */
export const getCities = oncePerBuild(async (): Promise<readonly City[]> => {
  const entries = await getCollection('cities');
  const cities = await Promise.all(
    entries.map(async (entry) => ({ slug: entry.id, ...(await withClaims(entry)) })),
  );
  return sortPages(cities, LEADING_CITIES, (city) => city);
});

export async function getHomeWords(): Promise<HomeWords> {
  return withClaims(required(await getEntry('home', 'home'), 'src/content/home.yaml'));
}

export async function getBlogWords(): Promise<BlogWords> {
  return withClaims(required(await getEntry('blog', 'blog'), 'src/content/blog.yaml'));
}

/** What every page says at its top on some days. */
export const getNotices = oncePerBuild(
  async (): Promise<readonly Notice[]> => (await getEntry('notices', 'notice'))?.data.items ?? [],
);

/** The reviews of a page: `home`, or a city's slug. There may be none. */
export async function getReviews(page: string): Promise<Reviews> {
  return (await getEntry('reviews', page))?.data ?? { exampleNotice: '', items: [] };
}

/** Whether the home page has its section of testimonials: if it has reviews, or if the introduction has our rating. */
export const hasTestimonials = oncePerBuild(async (): Promise<boolean> => {
  const { testimonials } = await getHomeWords();
  return (await getReviews('home')).items.length > 0 || claimsOf(testimonials.intro).length > 0;
});
