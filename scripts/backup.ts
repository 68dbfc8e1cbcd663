/**
 * `npm run backup -- <file>`: writes all leads, and the data of the desk (the staff's app), to one file. Servers may
 * keep running. Without a file, it makes the backup of the day now, in `BACKUP_DIR`.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LOCKS } from '../server/database/locks.ts';
import { backUpAndRead, backupName } from '../server/operations/daily-backups.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

await runCommand(async (log) => {
  const env = loadEnvironment();
  const [file, ...rest] = process.argv.slice(2);
  const path = file ?? (env.BACKUP_DIR && join(env.BACKUP_DIR, backupName(new Date())));
  if (!path || rest.length > 0) {
    throw new Error('Usage: npm run backup -- <file>, or npm run backup if BACKUP_DIR is set');
  }
  if (file === undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const manifest = await workAsOwner(env, log, async (client) => {
    const keys = existsSync(join(env.DATA_DIR, 'keys.json')) ? openKeys(env.DATA_DIR) : undefined;
    // While a server holds this lock, it deletes unfinished backups, and papers that no finished one needs.
    await client.query('select pg_advisory_lock($1)', [LOCKS.backup]);
    return backUpAndRead(client, path, keys?.publishableKey, undefined, (name, isReplaced) =>
      print(`papers/${name} was damaged${isReplaced ? ' and is replaced' : ', and is in the database too'}.`),
    );
  });
  for (const { name, rows } of manifest.tables) print(`${name}: ${rows} rows`);
  print(
    `Backed up to ${path}, and read back. It contains personal data and secrets: keep it as safe as the database. Pictures and documents are in the folder papers beside it, which all backups of the folder share. The settings (.env, deploy/live) are not in it. Copy both too.`,
  );
});
