import { CACHE_CONTROL, HASHED_FILES, securityHeaders } from '../server/response-headers.ts';

/** Which answers carry which headers. What is not said here is left to the host: pages are asked about each time. */
function rules(siteUrl: string): { folder: string; headers: Record<string, string> }[] {
  return [
    { folder: '/', headers: securityHeaders(siteUrl) },
    { folder: `/${HASHED_FILES}`, headers: { 'cache-control': CACHE_CONTROL.hashed } },
  ];
}

/**
 * The headers of our own server as the file `_headers`.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function headersFile(siteUrl: string): string {
  return rules(siteUrl)
    .map(({ folder, headers }) =>
      [`${folder}*`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}

/**
 * The same as the part `headers` of `vercel.json`, which a test holds to it. Vercel serves https only.
 *
 * @see https://vercel.com/docs/project-configuration#headers
 */
export function vercelHeaders() {
  return rules('https://').map(({ folder, headers }) => ({
    source: `${folder}(.*)`,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }));
}
