import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the pages' policy allows another origin, as `finish-pages.ts` writes it for a hosted Supabase. */
function sendsElsewhere(directory: string): boolean {
  return readFileSync(join(directory, '404.html'), 'utf8').includes("connect-src 'self' ");
}

/**
 * Checks that the pages contain the key that this server requires. With another key, the server would refuse
 * every lead, and only visitors would notice.
 *
 * @param directory a built site
 * @throws {Error} when they contain another key, with what to do
 */
export function requireSiteKey(directory: string, publishableKey: string): void {
  if (sendsElsewhere(directory)) return;
  const literals = ['"', "'", '`'].map((quote) => quote + publishableKey + quote);
  const isCarried = globSync('_astro/*.js', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .some((script) => literals.some((literal) => script.includes(literal)));
  if (isCarried) return;
  throw new Error(
    `The pages in ${directory} carry another public key than this server has, which would refuse every lead: ` +
      `write PUBLIC_SUPABASE_KEY=${publishableKey} into .env and run "npm run build".`,
  );
}
