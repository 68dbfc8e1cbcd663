import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the pages send leads to a hosted Supabase. If so, the build has added its URL to the CSP's `connect-src`. */
function sendsElsewhere(directory: string): boolean {
  return readFileSync(join(directory, '404.html'), 'utf8').includes("connect-src 'self' ");
}

/**
 * Checks that the pages contain the publishable key that this server requires. With another one, the server would
 * refuse every lead, and only visitors would notice.
 *
 * @param directory a built site
 * @throws {Error} when the pages contain another key, with what to do
 */
export function requireSiteKey(directory: string, publishableKey: string): void {
  if (sendsElsewhere(directory)) return;
  const literals = ['"', "'", '`'].map((quote) => quote + publishableKey + quote);
  const hasKey = globSync('_astro/*.js', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .some((script) => literals.some((literal) => script.includes(literal)));
  if (hasKey) return;
  throw new Error(
    `The pages in ${directory} do not contain this server's publishable key, so every lead would be refused: ` +
      `write PUBLIC_SUPABASE_KEY=${publishableKey} into .env and run "npm run build".`,
  );
}
