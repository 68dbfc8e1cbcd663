import { loadEnvironment, pageVariables } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { parseDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { messageOf } from './error-text.ts';

/** What reads the variables whose format could be wrong. */
const PARSERS = {
  PUBLIC_SITE_HOURS: parseOpeningHours,
  PUBLIC_SITE_CLOSED_ON: parseDays,
  PUBLIC_SITE_OPEN_ON: parseDays,
};

/** Checks the formats before the build: Astro's error would have a stack trace, and not name the variable. */
function checkFormats(variables: Record<string, string>): void {
  for (const [name, parse] of Object.entries(PARSERS)) {
    try {
      if (variables[name]) parse(variables[name]);
    } catch (cause) {
      throw new Error(`${name}: ${messageOf(cause)}`, { cause });
    }
  }
}

/**
 * The variables that the pages show, from the environment and `.env`. An empty variable counts as unset. Without
 * PUBLIC_SUPABASE_KEY, the key is the installation's publishable key.
 *
 * @throws {Error} if the opening hours or the firm's own days cannot be read
 */
export function publicVariables(): Record<string, string> {
  const { DATA_DIR } = loadEnvironment();
  const variables = pageVariables();
  checkFormats(variables);
  if (variables.PUBLIC_SUPABASE_KEY) return variables;
  return { ...variables, PUBLIC_SUPABASE_KEY: openKeys(DATA_DIR).publishableKey };
}
