import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { precompress } from '#integrations/precompress.ts';
import { createTemporaryFolder } from '../runner/temporary-folder.ts';
import { SITE_FIXTURE } from '../server/test-app.ts';

/**
 * For tests of the file server: copies the fixture site, with compressed files beside the originals as after a build.
 * The copy also has a picture, which is not compressed, and hidden files.
 *
 * @returns its folder
 */
export async function createSiteCopy(): Promise<string> {
  const directory = createTemporaryFolder();
  await cp(SITE_FIXTURE, directory, { recursive: true });
  await writeFile(join(directory, 'cover.png'), 'picture');
  await writeFile(join(directory, 'data.unknown'), 'data');
  await mkdir(join(directory, '.well-known'));
  await writeFile(join(directory, '.well-known/security.txt'), 'Contact: mailto:owner@house-buyer.example');
  for (const folder of ['', '_astro']) await writeFile(join(directory, folder, '.hidden'), 'secret');
  await precompress(directory);
  return directory;
}
