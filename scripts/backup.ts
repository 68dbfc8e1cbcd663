/**
 * `npm run backup -- <file>`: writes all leads, and the data of the desk (the staff's app), to one file. Servers may
 * keep running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../server/operations/backup.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

await runCommand(async (log) => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || rest.length > 0) throw new Error('Usage: npm run backup -- <file>');
  const env = loadEnvironment();
  const manifest = await workAsOwner(env, log, (client) => {
    const keys = existsSync(join(env.DATA_DIR, 'keys.json')) ? openKeys(env.DATA_DIR) : undefined;
    return backUp(client, path, keys?.publishableKey);
  });
  for (const { name, rows } of manifest.tables) print(`${name}: ${rows} rows`);
  print(`Backed up to ${path}. It contains personal data and secrets: keep it as safe as the database.`);
});
