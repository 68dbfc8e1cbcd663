/**
 * What of a built site must not be published, in words for an owner who wrote it. Reads one page after the other and
 * keeps little of each, so that a server with little memory can check a thousand and answers meanwhile.
 */
import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { load } from 'cheerio';
import {
  findHeadings,
  findPictures,
  findPictureWeight,
  findWeight,
  ownLinksOf,
  pictureFilesOf,
  takeSentences,
  type OwnLink,
} from './rules/one-page.ts';

/** A rule that a page breaks. */
export type PageProblem = { page: string; message: string };

const compress = promisify(brotliCompress);

/** What is kept of a page, to compare it with the others. */
type Page = {
  path: string;
  title: string;
  description: string;
  isIndexed: boolean;
  ids: Set<string>;
  links: OwnLink[];
  sentences: Set<string>;
  messages: string[];
};

const pathOf = (file: string) => `/${file.replace(/^index\.html$|\.html$/, '')}`;

function sizeOfPictures(directory: string, files: string[][]): number {
  const sizeOf = (file: string) =>
    statSync(join(directory, file.replace(/[?#].*$/, '')), { throwIfNoEntry: false })?.size ?? 0;
  const largest = files.map((sizes) => sizes.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? '');
  return [...new Set(largest)].reduce((sum, file) => sum + sizeOf(file), 0);
}

async function readPage(directory: string, file: string): Promise<Page> {
  const html = await readFile(join(directory, file));
  const compressed = statSync(join(directory, `${file}.br`), { throwIfNoEntry: false })?.size;
  const path = pathOf(file);
  const $ = load(html.toString());
  const read = {
    path,
    title: $('title').text(),
    description: $('meta[name="description"]').attr('content') ?? '',
    isIndexed: $('meta[name="robots"][content="noindex"]').length === 0,
    ids: new Set(
      $('[id]')
        .map((_, element) => $(element).attr('id'))
        .get(),
    ),
    links: ownLinksOf(path, $),
    messages: [
      ...findWeight(path, compressed ?? (await compress(html)).length),
      ...findPictureWeight(sizeOfPictures(directory, pictureFilesOf($))),
      ...findHeadings($),
      ...findPictures($),
    ],
  };
  return { ...read, sentences: new Set(takeSentences($)) };
}

function findDeadLinks(directory: string, pages: ReadonlyMap<string, Page>, { links }: Page): string[] {
  const name = ({ text }: OwnLink) => (text ? `The link "${text}"` : 'A link or picture');
  return links.flatMap((link) => {
    const { pathname, fragment } = link;
    const page = pages.get(pathname);
    if (page === undefined && !statSync(join(directory, pathname), { throwIfNoEntry: false })?.isFile()) {
      return `${name(link)} leads to ${pathname}, and there is no such page. Whoever follows it gets lost. Choose another page, or take the link out.`;
    }
    if (page === undefined || fragment === '' || page.ids.has(fragment)) return [];
    return `${name(link)} leads to the part "${fragment}" of ${pathname}, and that page has no such part. Whoever follows it does not find what it promises. Choose another part, or link to the whole page.`;
  });
}

/** The pages by a text of theirs. */
function pagesBy(pages: readonly Page[], textsOf: (page: Page) => Iterable<string>): Map<string, Page[]> {
  const found = new Map<string, Page[]>();
  for (const page of pages) {
    for (const text of textsOf(page)) found.set(text, [...(found.get(text) ?? []), page]);
  }
  return found;
}

/** What two pages have in common that each should have for itself. The page that comes later is named. */
function findShared(
  pages: readonly Page[],
  textsOf: (page: Page) => Iterable<string>,
  message: (text: string, other: string) => string,
): PageProblem[] {
  return [...pagesBy(pages, textsOf)].flatMap(([text, [first, ...others]]) =>
    others.map((page) => ({ page: page.path, message: message(text, first?.path ?? '') })),
  );
}

/** How many of the pages with one fault are named. */
const MOST_NAMED = 3;

/** Says once what is wrong with many pages, such as a link at the foot of each. */
function withoutRepeats(problems: readonly PageProblem[]): PageProblem[] {
  return [...Map.groupBy(problems, ({ message }) => message)].map(([message, all]) => {
    const [page = '', ...others] = new Set(all.map((problem) => problem.page));
    if (others.length === 0) return { page, message };
    const more = others.length - MOST_NAMED;
    const named = others.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return { page, message: `${message} (The same on ${named}.)` };
  });
}

/**
 * @param directory a built site
 * @returns each rule that a page breaks; none if the site may be published
 */
export async function findPageProblems(directory: string): Promise<PageProblem[]> {
  const pages: Page[] = [];
  for (const file of globSync('**/*.html', { cwd: directory }).sort()) {
    pages.push(await readPage(directory, file));
    await setImmediate();
  }
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const indexed = pages.filter(({ isIndexed }) => isIndexed);
  return withoutRepeats([
    ...pages.flatMap((page) =>
      [...page.messages, ...findDeadLinks(directory, byPath, page)].map((message) => ({
        page: page.path,
        message,
      })),
    ),
    ...findShared(
      indexed,
      ({ title }) => [title],
      (title, other) =>
        `${other} has the same title, "${title}". Search engines would show only one of the two. Give each page a title of its own.`,
    ),
    ...findShared(
      indexed,
      ({ description }) => [description],
      (description, other) =>
        `${other} has the same description for search engines, "${description}". They would take the two pages for one. Describe each in its own words.`,
    ),
    ...findShared(
      pages,
      ({ sentences }) => sentences,
      (sentence, other) =>
        `${other} has the same sentence: "${sentence}" Readers notice it, and search engines take the page for a copy. Say it in other words on one of the two.`,
    ),
  ]);
}
