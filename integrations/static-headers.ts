import { CACHE_CONTROL, HASHED_FILES, securityHeaders } from '../server/http/response-headers.ts';

/**
 * The headers that our own server sends, as the file `_headers`. For everything else the host has its own rules, with
 * which browsers check each time whether a page has changed.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function headersFile(siteUrl: string): string {
  const rules = {
    '/*': securityHeaders(siteUrl),
    [`/${HASHED_FILES}*`]: { 'cache-control': CACHE_CONTROL.hashed },
  };
  return Object.entries(rules)
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}
