/** Reads the cities, the articles and the reviews of the site from `src/content`, for tests of the built pages. */
import { globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const CONTENT = join(import.meta.dirname, '../../../src/content');

/** The path of each page, with the fields of its YAML file or of its front matter. */
const readPages = (files: string, base: string) =>
  globSync(files, { cwd: CONTENT }).map((file) => {
    const text = readFileSync(join(CONTENT, file), 'utf8');
    const [, frontMatter = text] = text.split(/^---$/m);
    return { path: base + basename(file, extname(file)), ...(parse(frontMatter) as object) };
  });

const citySchema = z.object({
  path: z.string(),
  name: z.string(),
  faq: z.object({ items: z.array(z.unknown()) }).optional(),
});
export const CITIES = z.array(citySchema).parse(readPages('cities/*.yaml', '/'));

export const HOME = z
  .object({ faq: citySchema.shape.faq })
  .transform(({ faq }) => ({ path: '/', faq }))
  .parse(parse(readFileSync(join(CONTENT, 'home.yaml'), 'utf8')));

const articleSchema = z.object({
  path: z.string(),
  publishedOn: z.string(),
  callToAction: z.object({ text: z.string(), href: z.string() }),
});
export const ARTICLES = z.array(articleSchema).parse(readPages('articles/*.md', '/blog/'));

const reviewsSchema = z.object({
  exampleNotice: z.string(),
  items: z.array(z.object({ example: z.boolean() })),
});
const reviewsByPage = z
  .record(z.string(), reviewsSchema)
  .parse(parse(readFileSync(join(CONTENT, 'reviews.yaml'), 'utf8')));
export const REVIEWS = Object.entries(reviewsByPage).map(([page, { exampleNotice, items }]) => ({
  path: page === 'home' ? '/' : `/${page}`,
  count: items.length,
  isExample: items.length > 0 && items.every(({ example }) => example),
  /** Stands beside the reviews while one of them is an example. */
  notice: items.some(({ example }) => example) ? exampleNotice : null,
}));
