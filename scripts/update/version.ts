import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { compareVersions, VERSION_PATTERN } from '../../server/version.ts';

const packageSchema = z.object({ name: z.string(), version: z.string() });

/** Name and version of the product in a folder. @throws {Error} if there is none */
export function readProduct(folder: string) {
  return packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/**
 * Whether this version may be updated to the next one.
 *
 * @throws {Error} in one sentence, if not
 */
export function refuseStep(from: string, to: string): void {
  for (const version of [from, to]) {
    if (!VERSION_PATTERN.test(version)) throw new Error(`${version} is not a version like 1.2.3.`);
  }
  const difference = compareVersions(to, from);
  if (difference === 0) throw new Error(`${to} is the version that runs already.`);
  if (difference < 0) {
    throw new Error(
      `${to} is older than ${from}, which runs now. The database of a newer version cannot be taken back: restore a backup that ${to} has made, into an empty database (docs/operations.md).`,
    );
  }
  if (from.split('.')[0] !== to.split('.')[0]) {
    throw new Error(
      `${to} may remove what ${from} needs, so there would be no way back: follow the steps for ${to} in CHANGELOG.md.`,
    );
  }
}
