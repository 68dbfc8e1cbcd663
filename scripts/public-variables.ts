import { loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { parseOpeningHours } from '../src/lib/opening-hours.ts';

/** Checks the opening hours before the build: Astro's error would have a stack trace, and not name the variable. */
function checkOpeningHours(hours: string): void {
  try {
    parseOpeningHours(hours);
  } catch (cause) {
    throw new Error(`PUBLIC_SITE_HOURS: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * The public variables of a build, from the environment and `.env`. An empty variable counts as unset. Without
 * PUBLIC_SUPABASE_KEY, the key is the installation's publishable key.
 *
 * @throws {Error} if PUBLIC_SITE_HOURS is invalid
 */
export function publicVariables(): Record<string, string> {
  const { DATA_DIR } = loadEnvironment();
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => /^(?:PUBLIC_|SITE_URL$)/.test(entry[0]) && Boolean(entry[1]),
  );
  const variables = Object.fromEntries(given);
  if (variables.PUBLIC_SITE_HOURS) checkOpeningHours(variables.PUBLIC_SITE_HOURS);
  if (variables.PUBLIC_SUPABASE_KEY) return variables;
  return { ...variables, PUBLIC_SUPABASE_KEY: openKeys(DATA_DIR).publishableKey };
}
