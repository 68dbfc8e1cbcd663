import { deskHeaders, HASHED_DESK_FILES } from '../server/desk/desk-headers.ts';
import { CACHE_CONTROL, HASHED_FILES, securityHeaders } from '../server/http/response-headers.ts';

/**
 * The headers that our own server sends, as the file `_headers`. For everything else the host has its own rules, with
 * which browsers check each time whether a page has changed.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function headersFile(siteUrl: string): string {
  return writeRules(securityHeaders(siteUrl), HASHED_FILES);
}

/** The same for the desk. Its app calls the Supabase project, and nothing else that is not its own. */
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
