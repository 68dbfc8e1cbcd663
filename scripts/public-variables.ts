import { loadEnvironment, pageVariables } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { createSite } from '../src/create-site.ts';

/**
 * The variables that the pages show, from the environment and `.env`. An empty variable counts as unset. Without
 * PUBLIC_SUPABASE_KEY, the key is the installation's publishable key.
 *
 * @throws {Error} if a detail of the firm breaks a rule, such as opening hours that cannot be read
 */
export function publicVariables(): Record<string, string> {
  const { DATA_DIR } = loadEnvironment();
  const variables = pageVariables();
  // Before the build: Astro's error would have a stack trace.
  createSite(variables);
  if (variables.PUBLIC_SUPABASE_KEY) return variables;
  return { ...variables, PUBLIC_SUPABASE_KEY: openKeys(DATA_DIR).publishableKey };
}
