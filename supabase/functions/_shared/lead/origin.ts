import { isStorable } from './lead-request.ts';
import { tidyLine } from './text.ts';

/**
 * The request header that says where a lead came from: the path of the page that it was sent from, and the UTM
 * parameters (`utm_source` and so on) of the link that led to the site. The value is form-urlencoded, so that it is
 * ASCII. It is sent in a header, because the firm's specification (section 7) fixes the request bodies.
 */
export const ORIGIN_HEADER = 'x-lead-origin';

const UTM_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const KEYS = ['page', ...UTM_KEYS] as const;

/** The limit of each value, in Unicode code points. It keeps the whole header below the 8 KB that proxies allow. */
const MAX_CHARACTERS = 100;

/**
 * A lead origin with the known keys only, each once, its values without invisible characters and cut to 100 characters.
 * Any text is accepted, because it comes from a URL that somebody else wrote.
 */
export function tidyOrigin(given: URLSearchParams): string {
  const tidy = new URLSearchParams();
  for (const key of KEYS) {
    const value = Array.from(tidyLine(given.get(key) ?? ''))
      .slice(0, MAX_CHARACTERS)
      .join('')
      .trimEnd();
    if (value) tidy.set(key, value);
  }
  // A query string may contain slashes, so the path of the page stays readable.
  return tidy.toString().replaceAll('%2F', '/');
}

const parametersOf = (url: string) => new URLSearchParams(url.replace(/^[^?#]*|#.*$/gs, ''));

/**
 * The origin of a lead.
 *
 * @param page the path of the page that the lead is sent from
 * @param urls the URLs of the visit, the oldest first; the UTM parameters are taken from the first URL that has some
 */
export function originOf(page: string, urls: readonly string[]): string {
  const campaign = urls.map(parametersOf).find((parameters) => UTM_KEYS.some((key) => parameters.get(key)));
  const origin = new URLSearchParams(campaign);
  origin.set('page', page);
  return tidyOrigin(origin);
}

export type Origin = Record<(typeof KEYS)[number], string | null>;

/** Characters that are not seen: control characters, and those without a width or that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Null for a value that PostgreSQL cannot store or that was not UTF-8, and if nothing is left of it. */
function cleanValue(value: string | null): string | null {
  if (value === null || !isStorable(value) || value.includes('\ufffd')) return null;
  return Array.from(value.replace(UNSEEN, '').trim()).slice(0, MAX_CHARACTERS).join('') || null;
}

/**
 * What the header of a stored lead says, which anybody may have written. A page is a path only: a query or fragment may
 * hold personal data.
 *
 * @returns undefined if it says nothing
 */
export function readOrigin(header: string | null): Origin | undefined {
  const given = new URLSearchParams(header ?? '');
  const values = Object.fromEntries(KEYS.map((key) => [key, cleanValue(given.get(key))])) as Origin;
  const origin = { ...values, page: cleanValue(values.page?.replace(/[?#].*$/s, '') ?? null) };
  return Object.values(origin).some((value) => value !== null) ? origin : undefined;
}
