import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

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
  const numbers = (version: string) => {
    const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
    if (parts.length === 0) throw new Error(`${version} is not a version like 1.2.3.`);
    return parts.map(Number) as [number, number, number];
  };
  const [old, next] = [numbers(from), numbers(to)];
  const difference = old.map((number, index) => (next[index] ?? 0) - number).find((step) => step !== 0);
  if (difference === undefined) throw new Error(`${to} is the version that runs already.`);
  if (difference < 0) {
    throw new Error(
      `${to} is older than ${from}, which runs now. The database of a newer version cannot be taken back: restore a backup that ${to} has made, into an empty database (docs/operations.md).`,
    );
  }
  if (old[0] !== next[0]) {
    throw new Error(
      `${to} may remove what ${from} needs, so there would be no way back: follow the steps for ${to} in CHANGELOG.md.`,
    );
  }
}
