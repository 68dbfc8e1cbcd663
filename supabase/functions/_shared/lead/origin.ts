import { tidyLine } from './text.ts';

/**
 * The request header that says where a lead came from: the path of the page that it was sent from, and the campaign
 * words (`utm_` parameters) of the link that led to the site. Form-urlencoded, so that it is ASCII. It is a header,
 * because the specification (section 7) fixes the bodies.
 */
export const ORIGIN_HEADER = 'x-lead-origin';

const CAMPAIGN_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const KEYS = ['page', ...CAMPAIGN_KEYS] as const;

/** In Unicode code points. All values together then stay below the 8 KB that proxies allow a header. */
const MAX_CHARACTERS = 100;

/**
 * An origin with the known keys only, each once, without invisible characters and cut to 100 characters. Any text is
 * accepted, since an origin that makes no sense must not cost a lead.
 */
export function tidyOrigin(origin: string | URLSearchParams): string {
  const given = new URLSearchParams(origin);
  const tidy = new URLSearchParams();
  for (const key of KEYS) {
    const value = Array.from(tidyLine(given.get(key) ?? ''))
      .slice(0, MAX_CHARACTERS)
      .join('')
      .trimEnd();
    if (value) tidy.set(key, value);
  }
  // A query may hold slashes, and the database need not decode what has no percent signs.
  return tidy.toString().replaceAll('%2F', '/');
}

const parametersOf = (address: string) => new URLSearchParams(address.replace(/^[^?#]*|#.*$/gs, ''));

/**
 * The origin of a lead.
 *
 * @param page the path of the page that it is sent from
 * @param addresses of the visit: the campaign words are those of the first that has any
 */
export function originOf(page: string, addresses: readonly string[]): string {
  const campaign = addresses
    .map(parametersOf)
    .find((parameters) => CAMPAIGN_KEYS.some((key) => parameters.get(key)));
  const origin = new URLSearchParams(campaign);
  origin.set('page', page);
  return tidyOrigin(origin);
}
