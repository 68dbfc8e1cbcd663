import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** PostgreSQL's main process, as its lock file names it. */
export type Postmaster = { pid: number; port: number };

const isLinux = process.platform === 'linux';

const LEFTOVER_LIMIT_MS = 10_000;
const LEFTOVER_CHECK_MS = 100;

const lockFileOf = (directory: string) => join(directory, 'postmaster.pid');

/** The first and fourth lines of the lock file, which a killed database leaves behind. */
async function readLockFile(directory: string): Promise<Postmaster | undefined> {
  const text = await readFile(lockFileOf(directory), 'utf8').catch(() => '');
  const [pid = '', , , port = ''] = text.split('\n');
  return Number(pid) && Number(port) ? { pid: Number(pid), port: Number(port) } : undefined;
}

/** Whether a process works in a directory, as all of PostgreSQL's do in theirs. Linux only. */
async function worksIn(pid: number, directory: string): Promise<boolean> {
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === directory;
}

async function findProcessesIn(directory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, directory)) ? [pid] : [])));
  return found.flat();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The database that runs in a directory, if one does. A number alone proves nothing: after a restart of
 * the machine or the container it may be anybody's, and an unreaped process keeps its number.
 */
export async function findPostmaster(directory: string): Promise<Postmaster | undefined> {
  const named = await readLockFile(directory);
  if (!named) return undefined;
  const runs = isLinux ? await worksIn(named.pid, await realpath(directory)) : isAlive(named.pid);
  return runs ? named : undefined;
}

/**
 * Makes a directory ready for a start after a kill: waits until the killed database's other processes are
 * gone, for two databases on one directory would destroy it, and then removes the lock file, which could
 * name anybody's process by now. Where processes cannot be told apart, PostgreSQL's own check has to do.
 *
 * @throws {Error} when some of them do not end
 */
export async function clearLeftovers(directory: string): Promise<void> {
  if (!isLinux) return;
  const home = await realpath(directory);
  const deadline = Date.now() + LEFTOVER_LIMIT_MS;
  for (let pids = await findProcessesIn(home); pids.length > 0; pids = await findProcessesIn(home)) {
    if (Date.now() > deadline) {
      throw new Error(`Processes of a killed database still work in ${directory}: ${pids.join(', ')}.`);
    }
    await delay(LEFTOVER_CHECK_MS);
  }
  await rm(lockFileOf(directory), { force: true });
}
