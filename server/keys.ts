import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const keysSchema = z.object({
  /** Public: the page carries it, and the API asks for it. It opens nothing that is not public. */
  publishableKey: z.string().startsWith('sb_publishable_'),
  /** Secret: the embedded database's superuser, who migrates. */
  databasePassword: z.string().min(32),
  /** Secret: the embedded database's login for everything else. */
  loginPassword: z.string().min(32),
});

export type Keys = z.infer<typeof keysSchema>;

const random = () => randomBytes(24).toString('base64url');

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** @returns the path of a whole file, to be put in its place */
function writeDraft(path: string, keys: Keys): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}

/** Writes the file whole or not at all, and leaves one that another process has just written. */
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
 * The installation's own keys: made on the first run, kept in `keys.json`, readable by the owner only.
 *
 * @throws {Error} when the file is there but is not what was written: it is never replaced by itself,
 *   because the database knows only the old password
 */
export function openKeys(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json');
  mkdirSync(dataDir, { recursive: true });
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
    loginPassword: random(),
  });
  return openKeys(dataDir);
}

/** Gives the installation the public key of another, whose pages go on working with it. */
export function adoptPublishableKey(dataDir: string, publishableKey: string): void {
  const path = join(dataDir, 'keys.json');
  renameSync(writeDraft(path, { ...openKeys(dataDir), publishableKey }), path);
}
