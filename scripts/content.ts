/** `npm run content`: the site's words and figures as files, for who likes git. The database has them from the first publishing on. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { isPublicSite, loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { readContentFolder, writeContentFolder } from '../server/publishing/content-files.ts';
import { describeProblem, importContent } from '../server/publishing/import-content.ts';
import { readPictures } from '../server/publishing/pictures.ts';
import { openPublishing } from '../server/publishing/publishing.ts';
import { readWork } from '../server/publishing/work.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { withUsage } from './with-usage.ts';

const USAGE = `Usage: npm run -s content -- export <new folder>
       npm run -s content -- import <folder> [--publish]

export  writes what is published into files, in the layout of src/content
import  keeps what the files change for the desk, where an owner publishes it; with --publish, publishes it`;

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false } },
  });
  const [action, folder, ...rest] = positionals;
  const isUsable = (action === 'export' || action === 'import') && folder !== undefined && rest.length === 0;
  return isUsable ? { action, folder: resolve(folder), publish: values.publish } : undefined;
}

function refuseFilled(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  if (names.length > 0) throw new Error(`${folder} is not empty. Name a new folder.`);
}

await runCommand(async (log: Logger) => {
  const { action, folder, publish } = withUsage(USAGE, readArguments);
  const env = loadEnvironment();
  const work = async (client: Client) => {
    const publishing = openPublishing({
      folder: join(env.DATA_DIR, 'site'),
      publishableKey: env.PUBLIC_SUPABASE_KEY ?? openKeys(env.DATA_DIR).publishableKey,
      isPublic: isPublicSite(env),
      hook: env.PUBLISH_HOOK,
      pool: client,
      asOwner: (given) => given(client),
      log,
    });
    const live = await publishing.readLiveContent(client);
    if (action === 'export') {
      refuseFilled(folder);
      await writeContentFolder(client, folder, live);
      print(`${Object.keys(live).length} documents are in ${folder}.`);
      return;
    }
    const content = await readContentFolder(folder);
    await readPictures(client, folder);
    const problems = await publishing.findProblems(client, content, live);
    if (problems.length > 0) throw new Error(problems.map(describeProblem).join('\n'));
    const changed = await importContent(client, live, content);
    if (changed.length === 0) print('These files are what is published already.');
    else print(`Changed: ${changed.join(', ')}.`);
    if (!publish) {
      if (changed.length > 0) print('An owner publishes it at the desk: Site.');
      return;
    }
    await publishing.startBuild('publish', null);
    await publishing.settle();
    const ended = await readWork(client);
    if (ended.state !== 'done') throw new Error(ended.problems.map(describeProblem).join('\n'));
    print(`Version ${ended.version ?? ''} is published.`);
  };
  await workAsOwner(env, log, work);
});
