/** `npm run restore -- <file>`: a backup into an empty database, whole or not at all. */
import { readBackup, restore } from '../server/data/restore.ts';
import { tryServerLock } from '../server/database/server-lock.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { adoptPublishableKey } from '../server/keys.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (log) => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || rest.length > 0) throw new Error('Usage: npm run restore -- <file>');
  const env = loadEnvironment();
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
