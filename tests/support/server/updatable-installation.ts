/** For tests of `npm run update`: an installation of a made-up version, and archives of later ones. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { CHAT_LEAD } from '../leads/sample-leads.ts';
import { postLead } from '../leads/post-lead.ts';
import { waitUntil } from '../runner/wait-until.ts';
import { createInstallation } from './installation.ts';
import { findFreePort } from './listen-on-free-port.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { collectLog } from './running-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What a version is made of. The pages are those of the repository, so that the build of most versions does nothing. */
const ENTRIES = [
  '.gitignore',
  'CHANGELOG.md',
  'deploy',
  'docs/commands.md',
  'dist',
  'dist-desk',
  'scripts',
  'server',
  'src',
  'supabase',
];

/** In place of `npm ci`, which would need a registry. */
const LINK_PACKAGES = `ln -s ${join(ROOT, 'node_modules')} node_modules`;

/** A change of a version: the texts of files by their path, or a command that the build runs. */
export type Changes = { files?: Record<string, string>; build?: string };

/** Writes the files of a version. */
function writeVersion(folder: string, version: string, { files = {}, build = 'true' }: Changes = {}): void {
  mkdirSync(folder, { recursive: true });
  for (const entry of ENTRIES) cpSync(join(ROOT, entry), join(folder, entry), { recursive: true });
  const product = { ...packageJson, version, scripts: { ...packageJson.scripts, build } };
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify(product), ...files })) {
    writeFileSync(join(folder, path), text);
  }
  // Served, so that a test sees which version answers.
  writeFileSync(join(folder, 'dist/version.txt'), version);
}

/** Makes `<folder>/<version>.tar.gz` with SHA256SUMS beside it. @returns the archive's path */
export function packVersion(folder: string, version: string, changes?: Changes): string {
  const source = join(folder, `house-buyer-site-${version}`);
  writeVersion(source, version, changes);
  return packFolder(folder, source);
}

export function packFolder(folder: string, source: string): string {
  const archive = `${source}.tar.gz`;
  execFileSync('tar', ['-czf', archive, '-C', folder, source.slice(folder.length + 1)]);
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(join(folder, 'SHA256SUMS'), `${hash}  ${archive.slice(folder.length + 1)}\n`);
  return archive;
}

/** Version 1.0.0, in a folder with an `.env`, started as `npm start` does. */
export async function installVersion() {
  // On a disk: in memory there may be too little room for an update to begin.
  const home = mkdtempSync('/var/tmp/updated-site-');
  chmodSync(home, 0o755);
  writeVersion(home, '1.0.0');
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  const { dataDir, query, close } = await createInstallation();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY,
    LEADS_PER_ADDRESS: 'off',
    LEADS_PER_MINUTE: 'off',
  };
  writeFileSync(
    join(home, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

  function run(program: string, args: string[], variables: Record<string, string> = {}) {
    const child = spawn(program, args, {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return {
      ...collectLog(child),
      kill: (signal: NodeJS.Signals) => {
        child.kill(signal);
        return ended;
      },
      ended,
    };
  }

  const started: ReturnType<typeof run>[] = [];
  const isUp = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true;
  const sent: string[] = [];
  const ending = new AbortController();

  /**
   * Sends a lead as a visitor's browser does, which tries again for 30 seconds.
   *
   * @returns how long it took, in milliseconds
   */
  async function send(name: string = randomUUID()): Promise<number> {
    const id = randomUUID();
    const begun = performance.now();
    await waitUntil('a lead is stored', async () => {
      const { status } = await postLead(url, { ...CHAT_LEAD, name }, id);
      return status === 201 || status === 409;
    });
    sent.push(name);
    return performance.now() - begun;
  }

  return {
    home,
    dataDir,
    url,
    query,
    isUp,
    /** Starts the site, and waits until it answers. @param as the command of another user, before that of Node */
    async start(as: readonly string[] = []) {
      const site = run('env', [...as, process.execPath, 'scripts/run.js', 'start']);
      started.push(site);
      await waitUntil('the site answers', isUp);
      return site;
    },
    /** Starts `npm run update`. */
    update: (source: string, ...options: string[]) =>
      run(process.execPath, ['scripts/run.js', 'update', source, '--install', LINK_PACKAGES, ...options]),
    /** The version that answers. */
    running: async () => (await fetch(`${url}/version.txt`)).text(),
    current: () => {
      const path = join(home, 'versions/current/package.json');
      return existsSync(path)
        ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
        : '1.0.0';
    },
    send,
    /** Sends one lead after another. @returns a function that ends it, and returns the longest wait in milliseconds */
    startSending() {
      const sending = (async () => {
        let longest = 0;
        while (!ending.signal.aborted) longest = Math.max(longest, await send());
        return longest;
      })();
      return () => {
        ending.abort();
        return sending;
      };
    },
    /** How often each lead that was sent is stored, other than once. */
    async findWrong() {
      const rows = await query('select name, count(*)::int as count from public.leads group by name');
      const counts = new Map(rows.map(({ name, count }) => [name, count]));
      return sent.map((id) => counts.get(id) ?? 0).filter((count) => count !== 1);
    },
    close: async () => {
      ending.abort();
      await Promise.all(started.map((site) => site.kill('SIGTERM')));
      await close();
      execFileSync('rm', ['-rf', home]);
    },
  };
}
