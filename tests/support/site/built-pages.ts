import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import * as z from 'zod';

export const DIST = join(import.meta.dirname, '../../../dist');

const pathOf = (file: string) => `/${file.replace(/^index\.html$|\.html$/, '')}`;

/**
 * The paths of all built pages. `/404` stands for the not-found page: the server has no page at that path, so it
 * responds with the not-found page.
 */
export const PATHS: readonly string[] = globSync('**/*.html', { cwd: DIST }).map(pathOf);

export type BuiltPage = { path: string; $: CheerioAPI };

/** The pages of a built site by path: `/`, `/blog/a-guide`. */
export function readBuiltPages(directory = DIST): Map<string, BuiltPage> {
  const files = globSync('**/*.html', { cwd: directory });
  const pages = files.map((file) => ({
    path: pathOf(file),
    $: load(readFileSync(join(directory, file), 'utf8')),
  }));
  return new Map(pages.map((page) => [page.path, page]));
}

/** The value of an attribute, for each selected element that has the attribute. */
export function attributesOf($: CheerioAPI, selector: string, attribute: string): string[] {
  return $(selector)
    .map((_, element) => $(element).attr(attribute))
    .get();
}

/** The text of each selected element, with white space collapsed. */
export function textsOf($: CheerioAPI, selector: string): string[] {
  return $(selector)
    .map((_, element) => $(element).text().replace(/\s+/g, ' ').trim())
    .get();
}

export function structuredDataOf({
  $,
}: BuiltPage): { '@graph': { '@type': string; [key: string]: unknown }[] }[] {
  return textsOf($, 'script[type="application/ld+json"]').map(
    (json) => JSON.parse(json) as ReturnType<typeof structuredDataOf>[number],
  );
}

const faqSchema = z.object({ mainEntity: z.array(z.object({ name: z.string() })) });

export function structuredQuestionsOf(page: BuiltPage): string[] {
  const things = structuredDataOf(page).flatMap((data) => data['@graph']);
  const faqs = things.filter((thing) => thing['@type'] === 'FAQPage');
  return faqs.flatMap((faq) => faqSchema.parse(faq).mainEntity.map(({ name }) => name));
}
