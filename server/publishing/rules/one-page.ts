/** The rules that a page keeps or breaks by itself. Each message says what is wrong, why it matters and what to do. */
import type { CheerioAPI } from 'cheerio';

const KIB = 1024;

/** The largest HTML with its styles, compressed, so that a phone paints it soon: those of the pages' speed targets. */
const MOST_OF_HOME = 20 * KIB;
const MOST_OF_A_PAGE = 18 * KIB;

/** A phone with a weak signal (1.6 Mbit/s) loads these pictures in a second and a half. */
const MOST_OF_PICTURES = 300 * KIB;

/** It grows with each article, which its owner cannot change. */
const LIST_OF_ARTICLES = '/blog';

const inKib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KB`;

export function findWeight(path: string, compressedBytes: number): string[] {
  const most = path === '/' ? MOST_OF_HOME : MOST_OF_A_PAGE;
  if (compressedBytes <= most || path === LIST_OF_ARTICLES) return [];
  return [
    `This page is too long by ${inKib(compressedBytes - most)}: it has ${inKib(compressedBytes)}, and ${inKib(most)} is the most. A phone would show it late, and readers would leave. Shorten it, or make two pages of it.`,
  ];
}

/** The files of the page's pictures; of one that comes in several sizes, each. */
export const pictureFilesOf = ($: CheerioAPI): string[][] =>
  $('img, picture source')
    .toArray()
    .map((element) => {
      const { src = '', srcset = '' } = $(element).attr() ?? {};
      const others = srcset.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
      return [src, ...others].filter((file) => file !== '' && !file.startsWith('data:'));
    });

export function findPictureWeight(bytes: number): string[] {
  if (bytes <= MOST_OF_PICTURES) return [];
  return [
    `The pictures of this page are too large by ${inKib(bytes - MOST_OF_PICTURES)}: together they have ${inKib(bytes)}, and ${inKib(MOST_OF_PICTURES)} is the most. On a phone they would come late, and cost the reader data. Take one out, or use smaller ones.`,
  ];
}

const textOf = ($: CheerioAPI, element: Parameters<CheerioAPI>[0]) =>
  $(element).text().replace(/\s+/g, ' ').trim();

export function findHeadings($: CheerioAPI): string[] {
  const main = $('h1').length;
  const counted =
    main === 1
      ? []
      : [
          `This page has ${main === 0 ? 'no main heading' : `${main} main headings`}. Search engines, and people who have pages read to them, need exactly one to know what the page is about. ${main === 0 ? 'Give it one.' : 'Keep one, and make the others smaller headings.'}`,
        ];
  const headings = $('h1, h2, h3, h4, h5, h6').toArray();
  const skipped = headings.flatMap((heading, index) => {
    const former = headings[index - 1];
    const level = Number(heading.name.slice(1));
    if (former === undefined || level <= Number(former.name.slice(1)) + 1) return [];
    return [
      `The heading "${textOf($, heading)}" is more than one step smaller than "${textOf($, former)}" before it. People who have pages read to them would look for what is missing between them. Make it one step larger.`,
    ];
  });
  return [...counted, ...skipped];
}

const nameOf = (file = '') => file.split('/').at(-1) ?? '';

export function findPictures($: CheerioAPI): string[] {
  return $('img')
    .toArray()
    .flatMap((element) => {
      const { src, alt, width, height } = $(element).attr() ?? {};
      const isInText = $(element).closest('[data-prose]').length > 0;
      const isDescribed = isInText ? Boolean(alt?.trim()) : alt !== undefined;
      const hasSize = Number(width) > 0 && Number(height) > 0;
      return [
        ...(isDescribed
          ? []
          : [
              `The picture ${nameOf(src)} has no description. People who cannot see it learn nothing of it. Say in a few words what it shows.`,
            ]),
        ...(hasSize
          ? []
          : [
              `The size of the picture ${nameOf(src)} is not known. The text would jump while it loads. Take it out, and add it again.`,
            ]),
      ];
    });
}

/** Parts that pages share on purpose. */
const SHARED = [
  '#valuation-form',
  'nav',
  'main header',
  '[aria-labelledby="related-articles"]',
  '[data-claim-note]',
  '[data-example-notice]',
  'p:has([data-our-record])',
].join();

/** Short sentences ("We pay cash.") may be repeated. */
const isLong = (sentence: string) => sentence.split(' ').length >= 7 || sentence.length > 40;

/** The long sentences of the page's own text. Takes the parts that pages share out of it. */
export function takeSentences($: CheerioAPI): string[] {
  $(SHARED).remove();
  return $('main :is(p, li, td, dd)')
    .toArray()
    .flatMap((element) => textOf($, element).split(/(?<=[.?!]) /))
    .filter(isLong);
}

/** What a link of the page says, and where it leads: a path on this site, with what stands behind # in it. */
export type OwnLink = { text: string; pathname: string; fragment: string };

/** A part of an address as text; as it is, if its percent signs are wrong. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function ownLinksOf(path: string, $: CheerioAPI): OwnLink[] {
  return $('a[href], link[href], img[src]')
    .toArray()
    .flatMap((element) => {
      const { href, src = '', 'aria-label': label } = $(element).attr() ?? {};
      const url = URL.parse(href ?? src, `http://site${path}`);
      if (url?.origin !== 'http://site') return [];
      const text = textOf($, element) || (label ?? '');
      const pathname = decode(url.pathname.replace(/(?<=.)\/$/, ''));
      return { text, pathname, fragment: decode(url.hash.slice(1)) };
    });
}
