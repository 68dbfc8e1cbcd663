import { loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';

/**
 * The variables that the pages may carry, from the environment and `.env`. An empty variable counts as unset.
 * Without a key of a Supabase project, the key is the installation's own public key.
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
