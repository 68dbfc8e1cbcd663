import { deskHeaders, HASHED_DESK_FILES } from '../server/desk/desk-headers.ts';
import { CACHE_CONTROL, HASHED_FILES, securityHeaders } from '../server/http/response-headers.ts';

/**
 * The text of the file `_headers`, by which a static host sends the same headers as our own server. Files without a
 * rule for caching keep the host's default: browsers revalidate them each time.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function headersFile(siteUrl: string): string {
  return writeRules(securityHeaders(siteUrl), HASHED_FILES);
}

/**
 * The file `_headers` of the desk (the staff's app). Its CSP also allows requests to the Supabase project, and to no
 * other origin.
 */
export function deskHeadersFile(deskUrl: string, supabaseUrl: string): string {
  const headers = deskHeaders(deskUrl);
  const policy = `${headers['content-security-policy']}; connect-src 'self' ${new URL(supabaseUrl).origin}`;
  return writeRules({ ...headers, 'content-security-policy': policy }, HASHED_DESK_FILES);
}

function writeRules(headers: Record<string, string>, hashedFiles: string): string {
  const rules = {
    '/*': headers,
    [`/${hashedFiles}*`]: { 'cache-control': CACHE_CONTROL.hashed },
  };
  return Object.entries(rules)
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}
