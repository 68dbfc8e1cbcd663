import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '#integrations/precompress.ts';
import { SITE_FIXTURE } from '../server/test-app.ts';

export type SiteCopy = { directory: string; remove: () => Promise<void> };

/**
 * For tests of the file server: copies the fixture site, with compressed files beside the originals as after a build.
 * The copy also has a picture, which is not compressed, and hidden files.
 */
export async function createSiteCopy(): Promise<SiteCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'site-'));
  await cp(SITE_FIXTURE, directory, { recursive: true });
  await writeFile(join(directory, 'cover.png'), 'picture');
  await writeFile(join(directory, 'data.unknown'), 'data');
  await mkdir(join(directory, '.well-known'));
  await writeFile(join(directory, '.well-known/security.txt'), 'Contact: mailto:owner@house-buyer.example');
  for (const folder of ['', '_astro']) await writeFile(join(directory, folder, '.hidden'), 'secret');
  await precompress(directory);
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
