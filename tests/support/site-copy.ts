import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '../../scripts/precompress.ts';
import { SITE_FIXTURE } from './app.ts';

export type SiteCopy = { directory: string; remove: () => Promise<void> };

/** The fixture site as a build leaves it: compressed, with a picture, which is not. */
export async function createSiteCopy(): Promise<SiteCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'site-'));
  await cp(SITE_FIXTURE, directory, { recursive: true });
  await writeFile(join(directory, 'cover.png'), 'picture');
  await precompress(directory);
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
