import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NOBODY } from '../server/as-nobody.ts';
import { findFreePort } from '../server/listen-on-free-port.ts';

/** Starts an empty PostgreSQL with these programs, never as root. Closing it removes everything. */
export async function startDebianPostgres(programs: string) {
  const folder = await mkdtemp(join(tmpdir(), 'debian-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), args, {
      cwd: '/',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  const data = join(folder, 'data');
  const port = await findFreePort();
  await run(
    'initdb',
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  );
  await run(
    'pg_ctl',
    'start',
    `--pgdata=${data}`,
    `--log=${join(folder, 'log')}`,
    `--options=-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`,
    '--wait',
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: async () => {
      await run('pg_ctl', 'stop', `--pgdata=${data}`, '--mode=immediate', '--wait');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
