import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../server/database/codes.ts';
import { MENDS } from '../../server/faults.ts';
import { LOCKS } from '../../server/database/locks.ts';
import { readBackup } from '../../server/operations/restore.ts';
import {
  createInstallation,
  embeddedDatabaseUrl,
  type Installation,
} from '../support/server/installation.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { closeAtEnd } from '../support/runner/close-at-end.ts';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import type { RunningServer } from '../support/server/running-server.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

let installation: Installation;
let folder: string;
beforeEach(async () => {
  installation = await createInstallation();
  folder = createTemporaryFolder();
});
afterEach(() => installation.close());

const list = async (suffix: string) => (await readdir(folder)).filter((name) => name.endsWith(suffix));

/**
 * Starts a server, and waits until its backup is half written. The backup waits for a lock on one of its last tables. A
 * starting server reads that table too, so the lock is taken after the start. Until then, an advisory lock keeps the
 * backup from starting.
 */
async function startAndHoldBackup(): Promise<{ server: RunningServer; lock: pg.Client }> {
  const first = await installation.start();
  const lock = new pg.Client(await embeddedDatabaseUrl(installation.dataDir));
  lock.on('error', () => undefined);
  await lock.connect();
  await lock.query('select pg_advisory_lock($1)', [LOCKS.backup]);
  const databaseUrl = await embeddedDatabaseUrl(installation.dataDir);
  const server = await installation.start({
    DATABASE_URL: databaseUrl,
    DESK_PORT: 'off',
    BACKUP_DIR: folder,
  });
  await lock.query('begin; lock table desk_auth.users in access exclusive mode');
  await lock.query('select pg_advisory_unlock($1)', [LOCKS.backup]);
  await waitUntil('the backup is half written', async () => (await list('.part')).length === 1);
  expect(first.pid).not.toBe(server.pid);
  return { server, lock };
}

test('a server with BACKUP_DIR makes a backup at the start, and /readyz includes the backups', async () => {
  const server = await installation.start({ BACKUP_DIR: folder });
  const { path } = await server.waitForLog('backup made and read back');
  await expect(readBackup(String(path))).resolves.toMatchObject({
    publishableKey: expect.any(String) as string,
  });
  await waitUntil('the server is ready', async () => {
    const response = await fetch(`${server.url}/readyz`);
    return (await response.text()).includes('"backups":"ok"') && response.status === 200;
  });
});

test('without a usable folder, the site works, /readyz warns, and the owner gets an email with what to do', async () => {
  const mailServer = await startMailServer();
  closeAtEnd(mailServer.close);
  const server = await installation.start({
    BACKUP_DIR: '/dev/null/backups',
    SMTP_URL: mailServer.url,
    DESK_PORT: String(await findFreePort()),
  });
  await server.waitForLog('no backup could be made, will be tried again in an hour');
  let response: Response | undefined;
  await waitUntil('the status is a warning', async () => {
    response = await fetch(`${server.url}/readyz`);
    return (await response.clone().text()).includes('warning');
  });
  expect([response?.status, await response?.json()]).toMatchObject([200, { checks: { backups: 'late' } }]);
  const [mail] = await mailServer.waitForMails(1);
  expect(mail?.to).toMatchObject([{ address: 'leads@gable-and-wynd.example' }]);
  expect(mail?.subject).toContain(FAULTS.backup);
  expect(mail?.text).toContain(MENDS.backup);
});

test('a server that is killed while it makes a backup leaves an unfinished file, which the next one deletes', async () => {
  const { server, lock } = await startAndHoldBackup();
  await server.kill('SIGKILL');
  await lock.end();
  expect(await list('.backup')).toEqual([]);
  const next = await installation.start({
    DATABASE_URL: await embeddedDatabaseUrl(installation.dataDir),
    DESK_PORT: 'off',
    BACKUP_DIR: folder,
  });
  await next.waitForLog('backup made and read back');
  expect(await list('.part')).toEqual([]);
  expect(await list('.backup')).toHaveLength(1);
});

test('a server that is stopped while it makes a backup does not wait for it, and leaves no file', async () => {
  const { server, lock } = await startAndHoldBackup();
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await lock.end();
  expect(await readdir(folder)).toEqual([]);
});
