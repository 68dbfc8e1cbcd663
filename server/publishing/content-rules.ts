/**
 * What of the whole content must not be published, besides documents that break their schemas: before the build, in words
 * for an owner. The launch check has these rules from here too.
 */
import type { Claim } from '#src/claims/claim-schema.ts';
import { slugOf } from './documents.ts';
import type { Reviews } from '#src/schemas/review.ts';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { RATING } from '#src/search-engines/structured-data/rating.ts';

/** The documents of the site by their path below `src/content`. Front matter has its text as a further field, `body`. */
export type SiteContent = Readonly<Record<string, unknown>>;

/** A rule that a document breaks: where, what is wrong and why it matters, and what to do. */
export type ContentProblem = {
  path: string;
  field: (string | number)[];
  problem: string;
  task: string;
};

type Options = {
  /** Whether everybody can see the site. Only then are examples and ratings without proof refused. */
  isPublic: boolean;
  /** What is published now. A figure without proof that stands in it already is a task, and no reason to refuse. */
  published?: SiteContent;
};

const FIRM = 'firm.yaml';
const CLAIMS = 'claims.yaml';
const REVIEWS = 'reviews.yaml';

/** The figures that the site's own sentences state, on pages of every kind. */
const NEEDED_FIGURES = ['offer-within', 'offer-share-of-value', 'chat-reply-time', 'our-record'];

/** The first part of the addresses that the site and the server have already. */
export const TAKEN_ADDRESSES: readonly string[] = [
  '404',
  'api',
  'apple-touch-icon',
  'blog',
  'content',
  'desk',
  'enquiry',
  'favicon',
  'functions',
  'healthz',
  'index',
  'licences',
  'metrics',
  'og',
  'property-types',
  'readyz',
  'rest',
  'robots',
  'rss',
  'sitemap-0',
  'sitemap-index',
  'tools',
  'your-enquiry',
];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const fieldsOf = (content: SiteContent, path: string): Fields => {
  const value = content[path];
  return isFields(value) ? value : {};
};

const textAt = (value: unknown, field: string): string => {
  const text = isFields(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
};

const pathsIn = (content: SiteContent, folder: string) =>
  Object.keys(content).filter((path) => path.startsWith(`${folder}/`));

const claimsOf = (content: SiteContent): Partial<Claim>[] => {
  const claims = content[CLAIMS];
  return Array.isArray(claims) ? claims.filter(isFields) : [];
};

export function findExampleReviews(reviews: Readonly<Record<string, Partial<Reviews>>>): ContentProblem[] {
  return Object.entries(reviews).flatMap(([page, { items = [] }]) =>
    items.flatMap(({ name, location, example }, index) =>
      example
        ? {
            path: REVIEWS,
            field: [page, 'items', index, 'example'],
            problem: `The review by ${name}, ${location}, is an example. A customer never wrote it, and the law forbids to show such reviews.`,
            task: 'Take it out, or enter a real one that you have checked.',
          }
        : [],
    ),
  );
}

/** Details of the firm whose default an owner may leave. */
const MAY_STAY = ['complaintDays', 'hours', 'closedOn', 'openOn', 'agencyCredit'];

/** Details of the firm that are still those of the example. */
export function findExampleDetails(firm: Fields): ContentProblem[] {
  return Object.entries(DEFAULT_DETAILS)
    .filter(([name, example]) => !MAY_STAY.includes(name) && firm[name] === example)
    .map(([name, example]) => ({
      path: FIRM,
      field: [name],
      problem: example
        ? `"${example}" is an example, and no customer could reach you by it.`
        : 'This is empty.',
      task: 'Write what is true of your firm.',
    }));
}

/** The star ratings of the firm. */
export const isRating = ({ id = '' }: { id?: string }) => id.startsWith('rating-');

/** @param isWanted which of the claims that have a task open */
export function findOpenClaims(
  claims: readonly Partial<Claim>[],
  isWanted: (claim: Partial<Claim>) => boolean,
): ContentProblem[] {
  return claims.flatMap((claim, index) =>
    claim.operatorTask && isWanted(claim)
      ? {
          path: CLAIMS,
          field: [index, 'operatorTask'],
          problem: `The figure "${claim.text}" is not settled. Who publishes a figure must be able to prove it.`,
          task: claim.operatorTask,
        }
      : [],
  );
}

/** An amount or a percentage that somebody has typed. */
export const TYPED_FIGURE = /£\s?\d+(?:[,.]\d+)*(?:k| million)?|(?<!\d[.,–-]?)\d+(?:[.,–-]\d+)*\s?%/g;

/** A text without its worked examples, in which figures may be typed. Figures with a proof have none in their names. */
function withoutExamples(text: string): string {
  const [before = '', ...examples] = text.split('<Example>');
  return before + examples.map((example) => example.split('</Example>').slice(1).join('')).join('');
}

/** Amounts and percentages in texts that are neither figures with a proof nor part of an example. */
function findTypedFigures(content: SiteContent): ContentProblem[] {
  const find = (path: string, value: unknown, field: (string | number)[]): ContentProblem[] => {
    if (typeof value === 'string') {
      return Array.from(withoutExamples(value).matchAll(TYPED_FIGURE), ([figure]) => ({
        path,
        field,
        problem: `"${figure}" is typed here, so no reader can see where it comes from. Who publishes a figure must be able to prove it.`,
        task: 'Add it to your figures with its proof, and choose it here. Sums that only show how something works belong in an example.',
      }));
    }
    // A fixed text, with the figure that it states.
    if (!isFields(value) || 'claim' in value) return [];
    return Object.entries(value).flatMap(([name, item]) =>
      find(path, item, [...field, Array.isArray(value) ? Number(name) : name]),
    );
  };
  const texts = [...pathsIn(content, 'articles'), ...pathsIn(content, 'legal')];
  return [
    ...['home.yaml', ...pathsIn(content, 'cities')].flatMap((path) => find(path, content[path], [])),
    ...texts.flatMap((path) => find(path, textAt(content[path], 'body'), ['body'])),
  ];
}

/** The claim whose figures the server counts and writes into the pages (`server/site/our-record.ts`). */
export function findTypedRecord(claims: readonly Partial<Claim>[]): ContentProblem[] {
  return claims.flatMap(({ id, text = '' }, index) =>
    id === 'our-record' && /\d/.test(text)
      ? {
          path: CLAIMS,
          field: [index, 'text'],
          problem: `"${text}" has a figure that somebody has typed.`,
          task: 'Take it out: the server counts this from the offers, and nobody can edit it.',
        }
      : [],
  );
}

/** Search engines get a rating as numbers, which are read from its text. */
function findUnreadableRatings(claims: readonly Partial<Claim>[]): ContentProblem[] {
  return claims.flatMap(({ id = '', text = '' }, index) =>
    isRating({ id }) && !RATING.test(text)
      ? {
          path: CLAIMS,
          field: [index, 'text'],
          problem: `Search engines could not read the rating "${text}".`,
          task: 'Write it like: 4.8 out of 5 from 127 reviews.',
        }
      : [],
  );
}

/** A rating is proven by the page of the review site, which readers can open. */
function findRatingsWithoutPage(claims: readonly Partial<Claim>[]): ContentProblem[] {
  return claims.flatMap(({ id = '', text = '', sourceUrl, operatorTask }, index) =>
    isRating({ id }) && !operatorTask && !sourceUrl
      ? {
          path: CLAIMS,
          field: [index, 'sourceUrl'],
          problem: `The rating "${text}" does not say where to read it, so nobody could check it.`,
          task: 'Enter the address of your page on the review site.',
        }
      : [],
  );
}

const UNPROVEN: readonly unknown[] = ['unproven', 'contradictory'];

/** Figures without proof that are new, or that say something else than before. */
function findNewUnprovenClaims(content: SiteContent, { published = content }: Options): ContentProblem[] {
  const before = new Map(claimsOf(published).map((claim) => [claim.id, claim]));
  return claimsOf(content).flatMap((claim, index) => {
    const former = before.get(claim.id);
    const isSame = former?.text === claim.text && UNPROVEN.includes(former?.verdict);
    return UNPROVEN.includes(claim.verdict) && !isSame
      ? {
          path: CLAIMS,
          field: [index, 'verdict'],
          problem: `The figure "${claim.text}" has no proof yet, and would be on the site as soon as this is published.`,
          task: 'Enter its proof and say that it is right, or take the figure out.',
        }
      : [];
  });
}

/** Figures in texts: `{claim:id}` in short ones, `<Claim id="…" />` in articles, and the field `claim` of a fixed text. */
const MENTION =
  /\{claim:([a-z0-9-]+)\}|<Claim\s+id="([^"]*)"|<DurationChart\b[^<>]{0,2000}?\sclaim="([^"]*)"/g;

function mentionsIn(
  value: unknown,
  field: (string | number)[] = [],
): { id: string; field: (string | number)[] }[] {
  if (typeof value === 'string') {
    if (field.at(-1) === 'claim') return [{ id: value, field }];
    return Array.from(value.matchAll(MENTION), ([, short, long, chart]) => ({
      id: short ?? long ?? chart ?? '',
      field,
    }));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => mentionsIn(item, [...field, index]));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => mentionsIn(item, [...field, name]));
}

function findUnknownClaims(content: SiteContent): ContentProblem[] {
  const known = new Set(claimsOf(content).map(({ id }) => id));
  const missing = NEEDED_FIGURES.filter((id) => !known.has(id)).map((id): ContentProblem => ({
    path: CLAIMS,
    field: [],
    problem: `There is no figure "${id}", which sentences on every page state.`,
    task: 'Put it back.',
  }));
  return [
    ...missing,
    ...Object.entries(content).flatMap(([path, value]) =>
      mentionsIn(value)
        .filter(({ id }) => !known.has(id))
        .map(({ id, field }) => ({
          path,
          field,
          problem: `There is no figure "${id}", so this sentence would have a gap.`,
          task: 'Choose another figure, or add this one to your figures with its proof.',
        })),
    ),
  ];
}

function findMissingRelated(content: SiteContent): ContentProblem[] {
  return pathsIn(content, 'articles').flatMap((path) => {
    const { related } = fieldsOf(content, path);
    return (Array.isArray(related) ? related : []).flatMap((id: unknown, index) =>
      `articles/${String(id)}.md` in content
        ? []
        : {
            path,
            field: ['related', index],
            problem: `There is no article "${String(id)}", so a link below this article would lead nowhere.`,
            task: 'Choose another article.',
          },
    );
  });
}

function findReviewsOfNoCity(content: SiteContent): ContentProblem[] {
  return Object.keys(fieldsOf(content, REVIEWS)).flatMap((page) =>
    page === 'home' || `cities/${page}.yaml` in content
      ? []
      : {
          path: REVIEWS,
          field: [page],
          problem: `These reviews are for "${page}", and there is no such city, so nobody would see them.`,
          task: 'Move them to another page, or take them out.',
        },
  );
}

/** What may be on one page only: the document, the field, what an owner calls it, and its text. */
function uniqueTexts(content: SiteContent): { path: string; field: string[]; what: string; text: string }[] {
  return Object.entries(content).flatMap(([path, value]) => {
    const meta = isFields(value) && isFields(value.meta) ? value.meta : undefined;
    return ['title', 'description', 'name'].map((name) => ({
      path,
      field: meta ? ['meta', name] : [name],
      what: name === 'description' ? 'description for search engines' : name,
      text: textAt(meta ?? value, name),
    }));
  });
}

function findSameTexts(content: SiteContent): ContentProblem[] {
  const first = new Map<string, string>();
  return uniqueTexts(content).flatMap(({ path, field, what, text }) => {
    const key = `${what}: ${text.trim().toLowerCase()}`;
    const other = first.get(key);
    if (text === '' || path === other) return [];
    if (other === undefined) {
      first.set(key, path);
      return [];
    }
    return {
      path,
      field,
      problem: `Another page (${slugOf(other)}) has the same ${what}, "${text}". Search engines would show only one of the two.`,
      task: `Give each page a ${what} of its own.`,
    };
  });
}

function findTakenAddresses(content: SiteContent): ContentProblem[] {
  const first = new Map<string, string>();
  return [...pathsIn(content, 'cities'), ...pathsIn(content, 'legal')].flatMap((path) => {
    const slug = slugOf(path);
    const other = first.get(slug);
    first.set(slug, path);
    if (other === undefined && !TAKEN_ADDRESSES.includes(slug)) return [];
    return {
      path,
      field: [],
      problem: `The address /${slug} is taken already, so this page could not be opened.`,
      task: 'Give the page another name.',
    };
  });
}

/** What must never be on a site that everybody can see. */
export function findBlockers(content: SiteContent): ContentProblem[] {
  const reviews = fieldsOf(content, REVIEWS) as Record<string, Partial<Reviews>>;
  return [
    ...findExampleDetails(fieldsOf(content, FIRM)),
    ...findExampleReviews(reviews),
    ...findOpenClaims(claimsOf(content), isRating),
  ];
}

/** @returns what must not be published: the document, the field, and a message that says what to do */
export function findContentProblems(
  content: SiteContent,
  options: Options,
): { path: string; field: (string | number)[]; message: string }[] {
  const claims = claimsOf(content);
  return [
    ...(options.isPublic ? findBlockers(content) : []),
    ...findTypedRecord(claims),
    ...findUnreadableRatings(claims),
    ...findRatingsWithoutPage(claims),
    ...findTypedFigures(content),
    ...findNewUnprovenClaims(content, options),
    ...findUnknownClaims(content),
    ...findMissingRelated(content),
    ...findReviewsOfNoCity(content),
    ...findSameTexts(content),
    ...findTakenAddresses(content),
  ].map(({ path, field, problem, task }) => ({ path, field, message: `${problem} ${task}` }));
}
