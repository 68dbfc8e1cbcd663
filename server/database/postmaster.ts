import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** PostgreSQL's main process, as its lock file names it. */
export type Postmaster = {
  pid: number;
  port: number;
  /** It has been asked to stop, and waits for its clients to disconnect. */
  stopping: boolean;
};

const lockFileOf = (directory: string) => join(directory, 'postmaster.pid');

/** Lines 1, 4 and 8 of the lock file, which a killed database leaves behind. */
async function readLockFile(directory: string): Promise<Postmaster | undefined> {
  const text = await readFile(lockFileOf(directory), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]];
  return pid && port ? { pid, port, stopping: status === 'stopping' } : undefined;
}

/**
 * Whether a process is PostgreSQL running in a directory. Undefined where that cannot be known: on systems other than
 * Linux, and in a container that may not inspect its processes.
 */
async function isDatabaseIn(directory: string, pid: number): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const [cwd, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return cwd === (await realpath(directory)) && /\/postgres(?: \(deleted\))?$/.test(program);
  } catch (error) {
    const isHidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return isHidden ? undefined : false;
  }
}

/** Whether the process exists and this user may signal it. A process of another user is not this server's database. */
function isOwnAndAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * The database that runs in a directory, if there is one. The process id in the lock file alone proves nothing: after a
 * restart of the machine or the container another process may have that id, and a zombie process keeps it.
 */
export async function findPostmaster(directory: string): Promise<Postmaster | undefined> {
  const named = await readLockFile(directory);
  if (!named) return undefined;
  const runs = (await isDatabaseIn(directory, named.pid)) ?? isOwnAndAlive(named.pid);
  return runs ? named : undefined;
}

/**
 * Whether processes of a killed database still run in a directory. A second database beside them would destroy the
 * data. Where processes cannot be inspected, only PostgreSQL's own check protects the data.
 */
export async function hasLeftovers(directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const found = await Promise.all(pids.map((pid) => isDatabaseIn(directory, pid)));
  return found.includes(true);
}

/** Removes a lock file whose process id now belongs to a process that is not a database in this directory. */
export async function removeStaleLockFile(directory: string): Promise<void> {
  const named = await readLockFile(directory);
  if (named && (await isDatabaseIn(directory, named.pid)) === false) await rm(lockFileOf(directory));
}
