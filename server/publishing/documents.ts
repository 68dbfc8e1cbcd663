/** The documents that the public site's words and figures are kept in: which there are, and the schema of each. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { isStorable } from '#lead/lead-request.ts';
import { WRITE_SOMETHING } from '#src/lib/fields.ts';
import { claimSchema } from '#src/claims/claim-schema.ts';
import { articleSchema } from '#src/schemas/article.ts';
import { blogSchema } from '#src/schemas/blog.ts';
import { citySchema } from '#src/schemas/city.ts';
import { homeSchema } from '#src/schemas/home.ts';
import { legalPageSchema } from '#src/schemas/legal-page.ts';
import { reviewsSchema } from '#src/schemas/review.ts';
import { firmSchema } from '#src/schemas/firm.ts';
import { noticesSchema } from '#src/schemas/notice.ts';

/** A document as JSON: the front matter of a text has a further field, `body`. */
export const valueSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);
export type Value = z.infer<typeof valueSchema>;
/** All documents by their path below `src/content`. */
export type Content = Record<string, Value>;

type Group = 'firm' | 'pages' | 'cities' | 'articles' | 'legal' | 'proof';

export type Problem = {
  path: string | null;
  field: (string | number)[];
  message: string;
  /** Set if a static host could not be told of a publication. The problem stays until it was. */
  of_host?: true | undefined;
};

type Kind = {
  group: Group;
  schema: z.ZodType;
  /** The document's name in lists. */
  title: (value: Value, path: string) => string;
  /** The path of its page. */
  address?: (slug: string) => string;
};

/** No article needs more, and what searches a text must not take long. */
const LONGEST_TEXT = 200_000;

const body = z
  .string()
  .min(1, WRITE_SOMETHING)
  .max(LONGEST_TEXT, 'This text is too long for one page. Make two of it.')
  .refine(isStorable, 'This text has a character that cannot be stored.')
  .meta({ title: 'Text', format: 'prose' });

const named =
  (field: string) =>
  (value: Value, path: string): string => {
    const name = Array.isArray(value) ? undefined : value[field];
    if (typeof name === 'string' && name.trim() !== '') return name;
    const words = slugOf(path).replaceAll('-', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };

const called = (title: string) => () => title;

const SINGLES: Record<string, Kind> = {
  'firm.yaml': { group: 'firm', schema: firmSchema, title: called('Your firm, hours and contact') },
  'notice.yaml': { group: 'firm', schema: noticesSchema, title: called('Notices on every page') },
  'home.yaml': { group: 'pages', schema: homeSchema, title: called('Home page'), address: () => '/' },
  'blog.yaml': {
    group: 'pages',
    schema: blogSchema,
    title: called('List of articles'),
    address: () => '/blog',
  },
  'reviews.yaml': {
    group: 'proof',
    schema: z.record(z.string(), reviewsSchema),
    title: called('Reviews'),
  },
  'claims.yaml': { group: 'proof', schema: z.array(claimSchema), title: called('Figures and their proof') },
};

const FOLDERS: Record<string, Kind & { ending: string }> = {
  cities: {
    group: 'cities',
    schema: citySchema,
    title: named('name'),
    address: (slug) => `/${slug}`,
    ending: 'yaml',
  },
  articles: {
    group: 'articles',
    schema: articleSchema.safeExtend({ body }),
    title: named('title'),
    address: (slug) => `/blog/${slug}`,
    ending: 'md',
  },
  legal: {
    group: 'legal',
    schema: legalPageSchema.safeExtend({ body }),
    title: named('title'),
    address: (slug) => `/${slug}`,
    ending: 'md',
  },
};

/** What the site, or its specification, does not work without. */
const NEEDED = /^(?:[^/]+\.yaml|legal\/.*|cities\/(?:glasgow|edinburgh|aberdeen|dundee)\.yaml)$/;

export const slugOf = (path: string) => path.replace(/^.*\/|\.\w+$/g, '');

/** @returns undefined if no document of the site can have this path */
export function kindOf(path: string): Kind | undefined {
  if (Object.hasOwn(SINGLES, path)) return SINGLES[path];
  const [, folder = '', ending] = /^([a-z]+)\/[a-z0-9]+(?:-[a-z0-9]+)*\.(\w+)$/.exec(path) ?? [];
  const kind = Object.hasOwn(FOLDERS, folder) ? FOLDERS[folder] : undefined;
  return kind?.ending === ending ? kind : undefined;
}

export const mayBeRemoved = (path: string) => !NEEDED.test(path);

export const titleOf = (path: string, value: Value) => kindOf(path)?.title(value, path) ?? path;

export const addressOf = (path: string) => kindOf(path)?.address?.(slugOf(path)) ?? null;

/** The titles of the documents that differ, by their paths. */
export function changedTitles(before: Content, after: Content): Map<string, string> {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...paths].filter((path) => !isDeepStrictEqual(before[path], after[path]));
  return new Map(changed.map((path) => [path, titleOf(path, after[path] ?? before[path] ?? {})]));
}

/** The path of a new document with this title. Its page's address comes from the title, and stays. */
export function pathFor(folder: 'cities' | 'articles', title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{Mark}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${folder}/${slug.slice(0, 80).replace(/-+$/, '')}.${FOLDERS[folder]?.ending}`;
}

/** Describes a document's fields for the form at the desk. */
export const formOf = (path: string) =>
  z.toJSONSchema(kindOf(path)?.schema ?? z.never(), {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date' });
    },
  });

/** What of a document breaks the rules of its schema. */
export function problemsOf(path: string, value: Value): Problem[] {
  const parsed = kindOf(path)?.schema.safeParse(value);
  if (parsed === undefined) return [{ path, field: [], message: 'The site has no such document.' }];
  return (
    parsed.error?.issues.map((issue) => ({
      path,
      field: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
      message: issue.message,
    })) ?? []
  );
}
