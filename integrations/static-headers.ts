import { CACHE_CONTROL, HASHED_FILES, securityHeaders } from '../server/http/response-headers.ts';

/**
 * The text of the file `_headers`, by which a static host sends the same headers as our own server. Files without a
 * rule for caching keep the host's default: browsers revalidate them each time.
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
