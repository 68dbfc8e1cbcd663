/** Finds words in the documents of the site, for an owner who looks for the place of a sentence. */
import type { Content } from './documents.ts';

type Place = { field: (string | number)[]; text: string };
export type Found = { path: string; field: (string | number)[]; excerpt: string };

/** A name that nobody reads, such as `agent-fee-range`. */
const CODE = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/** How much of a text is shown before and after the words. */
const AROUND = 60;

function* placesIn(value: unknown, field: (string | number)[] = []): Generator<Place> {
  if (typeof value === 'string') {
    if (!CODE.test(value)) yield { field, text: value };
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* placesIn(item, [...field, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...field, key]);
}

/** A text as visitors read it, on one line. */
const asRead = (text: string, figures: ReadonlyMap<string, string>): string =>
  text
    .replace(
      /\{claim:([a-z0-9-]+)\}|<Claim id="([a-z0-9-]+)" \/>/g,
      (all, inText?: string, inProse?: string) => figures.get(inText ?? inProse ?? '') ?? all,
    )
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|^#+ |\\(?=[^\w\s])/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

function excerptOf(text: string, start: number, length: number): string {
  const from = start <= AROUND ? 0 : text.indexOf(' ', start - AROUND) + 1;
  const end = start + length + AROUND;
  const until = end >= text.length ? text.length : Math.max(start + length, text.lastIndexOf(' ', end));
  return `${from > 0 ? '… ' : ''}${text.slice(from, until)}${until < text.length ? ' …' : ''}`;
}

/**
 * Finds the documents with a text that has all the words.
 *
 * @returns for each, the first text that has the words together or, if there is none, the first that has them all
 */
export function findWords(content: Content, sought: string, figures: ReadonlyMap<string, string>): Found[] {
  const phrase = sought.toLowerCase().replace(/\s+/g, ' ').trim();
  const words = phrase.split(' ');
  return Object.entries(content).flatMap(([path, value]) => {
    const places = [...placesIn(value)]
      .map(({ field, text }) => ({ field, text: asRead(text, figures) }))
      .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
    const together = places.find(({ text }) => text.toLowerCase().includes(phrase));
    const place = together ?? places[0];
    if (place === undefined) return [];
    const first = together ? phrase : (words[0] ?? '');
    const start = place.text.toLowerCase().indexOf(first);
    return [{ path, field: place.field, excerpt: excerptOf(place.text, start, first.length) }];
  });
}
