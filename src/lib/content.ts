/** The site's content as pages use it: in order, with the claims in their places. */
import { getCollection, getEntry, type CollectionEntry, type CollectionKey } from 'astro:content';
import type { Reviews } from '../schemas/review.ts';
import { claimIdsInMdx, findClaim, resolveClaims, type ClaimRegistry, type Resolved } from './claims.ts';

type Data<Collection extends CollectionKey> = Resolved<CollectionEntry<Collection>['data']>;

export type Article = CollectionEntry<'articles'>;
export type LegalPage = CollectionEntry<'legal'>;
export type City = { slug: string } & Data<'cities'>;
export type HomeWords = Data<'home'>;
export type BlogWords = Data<'blog'>;
export type FaqItem = Data<'faqs'>['items'][number];

export async function getClaims(): Promise<ClaimRegistry> {
  const entries = await getCollection('claims');
  return new Map(entries.map(({ id, data }) => [id, data]));
}

/** The entries' data with their claims in place. */
async function withClaims<Entry extends { id: string; filePath?: string; data: unknown }>(
  entry: Entry,
): Promise<Resolved<Entry['data']>> {
  return resolveClaims<Entry['data']>(entry.data, await getClaims(), entry.filePath ?? entry.id);
}

/** @throws {Error} when there is no such entry: the page cannot be without it */
function required<Value>(value: Value | undefined, file: string): Value {
  if (value === undefined) throw new Error(`The site needs ${file}, and it is not there.`);
  return value;
}

/** Stops the build when an MDX text names a claim that there is not. */
async function checkClaims({ body = '', filePath, id }: Article | LegalPage): Promise<void> {
  const claims = await getClaims();
  for (const claimId of claimIdsInMdx(body)) findClaim(claims, claimId, filePath ?? id);
}

/** All articles, newest first. */
export async function getArticles(): Promise<Article[]> {
  const articles = await getCollection('articles');
  await Promise.all(articles.map(checkClaims));
  return articles.sort((a, b) => b.data.publishedOn.getTime() - a.data.publishedOn.getTime());
}

/** The articles that an article recommends, in its order. */
export async function getRelatedArticles(article: Article): Promise<Article[]> {
  const file = (id: string) => `src/content/articles/${id}.mdx (related to ${article.id})`;
  return Promise.all(
    article.data.related.map(async (reference) => required(await getEntry(reference), file(reference.id))),
  );
}

export async function getLegalPages(): Promise<LegalPage[]> {
  const pages = await getCollection('legal');
  await Promise.all(pages.map(checkClaims));
  return pages;
}

/** All cities, by name. */
export async function getCities(): Promise<City[]> {
  const entries = await getCollection('cities');
  const cities = await Promise.all(
    entries.map(async (entry) => ({ slug: entry.id, ...(await withClaims(entry)) })),
  );
  return cities.sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

export async function getHomeWords(): Promise<HomeWords> {
  return withClaims(required(await getEntry('home', 'home'), 'src/content/home.yaml'));
}

export async function getBlogWords(): Promise<BlogWords> {
  return withClaims(required(await getEntry('blog', 'blog'), 'src/content/blog.yaml'));
}

/** The questions and answers of a page: `home`, or a city's slug. */
export async function getFaq(page: string): Promise<FaqItem[]> {
  const entry = required(await getEntry('faqs', page), `"${page}" in src/content/faqs.yaml`);
  return (await withClaims(entry)).items;
}

/** What a city's page asks and answers: a rich page has its questions among the FAQs, the others carry a few. */
export async function getCityFaq({ slug, faq, questions }: City) {
  return faq ? { ...faq, items: await getFaq(slug) } : questions;
}

/** The reviews of a page: `home`, or a city's slug. */
export async function getReviews(page: string): Promise<Reviews> {
  return required(await getEntry('reviews', page), `"${page}" in src/content/reviews.yaml`).data;
}
