import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the pages' policy lets them send to another origin (`finish-pages.ts`): a Supabase, with its own key. */
function sendsElsewhere(directory: string): boolean {
  return readFileSync(join(directory, '404.html'), 'utf8').includes("connect-src 'self' ");
}

/**
 * Makes sure that the pages carry the key that this server asks for: with another one it would refuse every
 * lead, and nobody but the visitors would see it.
 *
 * @param directory a built site
 * @throws {Error} when they carry another, with what to do
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
