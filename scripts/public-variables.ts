import { loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';

/**
 * What the pages may carry, for the build and for the development server: the variables that are given, and
 * this installation's public key unless a Supabase project's own is one of them. An empty variable is none.
 */
export function publicVariables(): Record<string, string> {
  const { DATA_DIR } = loadEnvironment();
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => /^(?:PUBLIC_|SITE_URL$)/.test(entry[0]) && Boolean(entry[1]),
  );
  const variables = Object.fromEntries(given);
  if (variables.PUBLIC_SUPABASE_KEY) return variables;
  return { ...variables, PUBLIC_SUPABASE_KEY: openKeys(DATA_DIR).publishableKey };
}
