import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openDataDirectory } from './data-directory.ts';

const keysSchema = z.object({
  /** Public: every page contains it, and the API requires it. It grants access to nothing private. */
  publishableKey: z.string().startsWith('sb_publishable_'),
  /** Secret: the password of the embedded database's superuser. */
  databasePassword: z.string().min(32),
});

export type Keys = z.infer<typeof keysSchema>;

const random = () => randomBytes(24).toString('base64url');

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Writes the keys to a temporary file. @returns its path */
function writeDraft(path: string, keys: Keys): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}

/** Writes the file atomically, unless another process has just written it. */
function writeOnce(path: string, keys: Keys): void {
  const draft = writeDraft(path, keys);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * The installation's keys: generated on the first run and stored in `keys.json`, readable by the owner only. The
 * secrets that all servers on one database share are in its table `private.secrets`: `submission` (a historical name)
 * is hashed with each IP address that a rate limit counts, `drain` authorises the call that sends all due mails, and
 * `desk` signs the tokens and hashes the mail codes of the desk, the staff's app.
 *
 * @throws {Error} when DATA_DIR cannot be written, and when `keys.json` is damaged: keys are never generated a second
 *   time, because the database knows only the old password
 */
export function openKeys(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json');
  openDataDirectory(dataDir);
  try {
    return keysSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (!isCode(error, 'ENOENT')) {
      throw new Error(`${path} cannot be read. Restore it, or move the whole folder away to start afresh.`, {
        cause: error,
      });
    }
  }
  writeOnce(path, {
    publishableKey: `sb_publishable_${random()}`,
    databasePassword: random(),
  });
  return openKeys(dataDir);
}

/** Replaces the publishable key with that of another installation, so that pages built for the latter keep working. */
export function adoptPublishableKey(dataDir: string, publishableKey: string): void {
  const path = join(dataDir, 'keys.json');
  renameSync(writeDraft(path, { ...openKeys(dataDir), publishableKey }), path);
}
