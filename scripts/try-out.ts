/**
 * `node scripts/run.js try-out <backup>`, a step of `npm run update` that the new version runs: restores a backup of the
 * running version into a database of its own, which applies the new migrations to real rows; starts this version beside
 * the running one, with that database; and waits until `/readyz` says that it can work.
 *
 * The copy sends nothing to anybody: it has no mail server, and a backup has no devices.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBackup, restore } from '../server/operations/restore.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { adoptPublishableKey } from '../server/keys.ts';
import { runCommand } from './run-command.ts';
import { startServer } from './update/start-server.ts';

/** The copy of a large database takes longer to start. */
const READY_LIMIT_MS = 120_000;

/** What would reach the world, or belongs to the running version. */
const ALONE = {
  PUBLISH_HOOK: '',
  DATABASE_URL: '',
  PORT: '0',
  HOST: '127.0.0.1',
  DESK_PORT: '0',
  DESK_HOST: '127.0.0.1',
  METRICS_PORT: '',
  SMTP_URL: '',
  IMAP_URL: '',
  BACKUP_DIR: '',
  UPDATES_URL: '',
  LOG_LEVEL: 'error',
};

await runCommand(async (log) => {
  const [given, ...rest] = process.argv.slice(2);
  if (!given || rest.length > 0) throw new Error('Usage: node scripts/run.js try-out <backup>');
  const { DATA_DIR } = loadEnvironment();
  const folder = mkdtempSync(join(DATA_DIR, 'update-trial-'));
  try {
    // Copied alone: the pictures and documents beside it stay where they are.
    const backup = join(folder, 'copy.backup');
    copyFileSync(given, backup);
    const data = join(folder, 'data');
    const manifest = await readBackup(backup);
    await workAsOwner(
      { DATABASE_URL: undefined, DATA_DIR: data },
      log,
      (client) =>
        restore(client, backup, manifest, () => {
          if (manifest.publishableKey !== undefined) adoptPublishableKey(data, manifest.publishableKey);
        }),
      { createIfMissing: true },
    );
    const server = startServer(join(import.meta.dirname, '..'), { ...ALONE, DATA_DIR: data });
    const problem = await server.findProblem(READY_LIMIT_MS);
    await server.stop();
    if (problem !== undefined) throw new Error(`The new version does not start: ${problem}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
