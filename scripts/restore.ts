/** `npm run restore -- <file>`: loads a backup into an empty database, completely or not at all. */
import { statSync } from 'node:fs';
import { readBackup, restore } from '../server/operations/restore.ts';
import { tryLock } from '../server/database/locks.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { adoptPublishableKey } from '../server/keys.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

/** Refuses another user's data folder: new files would belong to this user, and the server could not open them. */
function refuseForeignFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && owner !== process.getuid()) {
    throw new Error(`${dataDir} belongs to another user: run this as the user of the server (uid ${owner}).`);
  }
}

await runCommand(async (log) => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || rest.length > 0) throw new Error('Usage: npm run restore -- <file>');
  const env = loadEnvironment();
  refuseForeignFolder(env.DATA_DIR);
  // The backup is read first: with an unusable file, no database must be created.
  const manifest = await readBackup(path);
  const missing = await workAsOwner(
    env,
    log,
    async (client) => {
      if (!env.DATABASE_URL && !(await tryLock(client, 'server'))) {
        throw new Error(`A server is running on ${env.DATA_DIR}: stop it first.`);
      }
      return restore(client, path, manifest, () => {
        const { publishableKey } = manifest;
        if (publishableKey !== undefined) adoptPublishableKey(env.DATA_DIR, publishableKey);
      });
    },
    { createIfMissing: true },
  );
  for (const { name, rows } of manifest.tables) print(`${name}: ${rows} rows`);
  if (missing.length > 0) {
    print(
      `${missing.length} files of papers are missing or damaged. They should be in the folder papers beside the backup:`,
    );
    for (const name of missing) print(name);
  }
  print(
    `Restored the backup of ${manifest.createdAt}. Start the server, or restart the servers that are running.`,
  );
});
