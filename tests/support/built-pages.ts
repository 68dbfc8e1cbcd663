import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import * as z from 'zod';

/** A page as visitors get it. */
export type BuiltPage = { path: string; $: CheerioAPI };

/** The pages of a built site by their paths: `/`, `/blog/a-guide`. */
export function readBuiltPages(directory: string): Map<string, BuiltPage> {
  const files = globSync('**/*.html', { cwd: directory });
  return new Map(
    files.map((file) => {
      const path = `/${file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
      return [path, { path, $: load(readFileSync(join(directory, file), 'utf8')) }];
    }),
  );
}

/** The text of each element, with its white space as a browser shows it. */
export function textsOf($: CheerioAPI, selector: string): string[] {
  return $(selector)
    .map((_, element) => $(element).text().replace(/\s+/g, ' ').trim())
    .get();
}

/** What the page's `<script type="application/ld+json">` elements say. */
export function structuredDataOf({
  $,
}: BuiltPage): { '@graph': { '@type': string; [key: string]: unknown }[] }[] {
  return textsOf($, 'script[type="application/ld+json"]').map(
    (json) => JSON.parse(json) as ReturnType<typeof structuredDataOf>[number],
  );
}

const faqSchema = z.object({ mainEntity: z.array(z.object({ name: z.string() })) });

/** The questions that the page tells search engines. */
export function toldQuestionsOf(page: BuiltPage): string[] {
  const things = structuredDataOf(page).flatMap((data) => data['@graph']);
  const faq = faqSchema.parse(things.find((thing) => thing['@type'] === 'FAQPage'));
  return faq.mainEntity.map(({ name }) => name);
}
