/**
 * `node scripts/build-aside.ts FOLDER` builds the site from FOLDER/content into FOLDER/dist, in a copy of the sources, so that
 * neither the repository nor the site that is served changes. For the server (`server/publishing/build-site.ts`), which
 * runs it at a low priority beside itself. FOLDER/content has all documents, in the layout of `src/content`.
 */
import { cpSync, globSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { precompress } from '../integrations/precompress.ts';
import { SITE_SOURCES } from '../server/publishing/site-sources.ts';
import { runAstroBuild } from './astro-build.ts';
import { copyRepository } from './copy-repository.ts';
import { runCommand } from './run-command.ts';

/** Puts the content in the place of the documents of the repository. */
function replaceContent(copy: string, content: string): void {
  const documents = join(copy, 'src/content');
  for (const file of globSync('**/*.{yaml,md}', { cwd: documents })) rmSync(join(documents, file));
  cpSync(content, documents, { recursive: true });
}

await runCommand(async () => {
  const [, , folder = ''] = argv;
  setPriority(constants.priority.PRIORITY_LOW);
  const copy = join(folder, 'sources');
  copyRepository(copy, SITE_SOURCES);
  replaceContent(copy, join(folder, 'content'));
  const { status } = runAstroBuild({ cwd: copy });
  if (status !== 0) process.exit(status ?? 1);
  renameSync(join(copy, 'dist'), join(folder, 'dist'));
  rmSync(copy, { recursive: true, force: true });
  await precompress(join(folder, 'dist'));
});
