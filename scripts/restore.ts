/** `npm run restore -- <file>`: a backup into an empty database, whole or not at all. */
import { statSync } from 'node:fs';
import { readBackup, restore } from '../server/data/restore.ts';
import { tryServerLock } from '../server/database/server-lock.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { adoptPublishableKey } from '../server/keys.ts';
import { runCommand } from './run-command.ts';

/** What this makes belongs to whoever runs it: the server, as another user, could not open it. */
function refuseForeignFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && owner !== process.getuid()) {
    throw new Error(
      `${dataDir} is another user's: run this as that user (uid ${owner}), as the server runs.`,
    );
  }
}

await runCommand(async (log) => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || rest.length > 0) throw new Error('Usage: npm run restore -- <file>');
  const env = loadEnvironment();
  refuseForeignFolder(env.DATA_DIR);
  // Looked at first: a file that cannot be used makes no database.
  const manifest = await readBackup(path);
  await workAsOwner(
    env,
    log,
    async (client) => {
      if (!env.DATABASE_URL && !(await tryServerLock(client))) {
        throw new Error(`A server is running on ${env.DATA_DIR}: stop it first.`);
      }
      await restore(client, path, manifest, () => {
        const { publishableKey } = manifest;
        if (publishableKey !== undefined) adoptPublishableKey(env.DATA_DIR, publishableKey);
      });
    },
    { isMade: true },
  );
  for (const { name, rows } of manifest.tables) console.log(`${name}: ${rows} rows`);
  console.log(`Restored as of ${manifest.createdAt}. Start the server, or restart those that run.`);
});
