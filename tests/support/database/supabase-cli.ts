import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Runs the Supabase CLI in the repository, without telemetry. The database of `--db-url` has no TLS.
 *
 * @returns what the command prints to stdout
 * @throws {Error} with what it printed, when it ends with another code than 0
 */
export async function runSupabase(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(join(ROOT, 'node_modules/.bin/supabase'), args, {
    cwd: ROOT,
    env: { ...process.env, PGSSLMODE: 'disable', SUPABASE_TELEMETRY_DISABLED: '1' },
  });
  return stdout;
}
