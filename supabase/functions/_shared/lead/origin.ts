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
