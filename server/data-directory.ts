import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it. Node's `mkdirSync` with `recursive` never returns in a system folder like /proc,
 * which refuses new folders with ENOENT.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(path)) throw error;
  }
}

/**
 * Creates the folder of the keys, the database and the mails, if it does not exist.
 *
 * @throws {Error} naming DATA_DIR, when the folder cannot be created or written
 */
export function openDataDirectory(path: string): void {
  try {
    makeFolders(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new Error(
      `DATA_DIR ${path} cannot be written (${code}): set DATA_DIR to a folder that this user may write.`,
      { cause },
    );
  }
}
