/**
 * `npm run update -- <archive or git tag>`: installs a version beside the running one, tries it on a copy of the
 * database, and asks `npm start` (the system service) to switch. Whatever fails, the version before runs on, or again
 * (docs/decisions/0040-updates-go-back.md). Killed, it is simply run again.
 *
 * - `--install <command>` installs the packages in another way than `npm ci --omit=dev`, such as from a cache.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readSpace } from '../server/disk-space.ts';
import { loadEnvironment } from '../server/env.ts';
import { backupName } from '../server/operations/daily-backups.ts';
import { codeOf } from './error-text.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { openHandover } from './update/handover.ts';
import { fetchVersion } from './update/source.ts';
import { nodeOf } from './update/start-server.ts';
import { readProduct, refuseStep } from './update/version.ts';

const RUNNING = join(import.meta.dirname, '..');
const VERSIONS = 'versions';
const CURRENT = join(VERSIONS, 'current');

/** What the packages and the built pages need, and a backup with a copy of a small database. */
const VERSION_BYTES = 1.5e9;
const DATA_BYTES = 0.5e9;

/** `npm start` looks twice a second for a request, and then takes less than a minute. */
const TAKEN_LIMIT_MS = 10_000;
const SWITCH_LIMIT_MS = 90_000;
const LOOK_EVERY_MS = 200;

type Handover = ReturnType<typeof openHandover>;

/** The end of what a program wrote, with the reason in words where it is a usual one. */
function explain(output: string): string {
  if (/ENOSPC|No space left/.test(output)) return 'the disk is full.';
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(output)) return 'there is no connection.';
  return `\n${output.trim().split('\n').slice(-15).join('\n')}`;
}

/**
 * Runs a step in another process.
 *
 * @param as whose process it is, by a folder of theirs
 * @throws {Error} with the reason when it fails
 */
async function step(
  problem: string,
  [program, ...args]: readonly [string, ...string[]],
  { cwd, as, shell = false }: { cwd?: string; as?: string; shell?: boolean } = {},
): Promise<void> {
  const owner = as !== undefined && process.getuid?.() === 0 ? statSync(as) : undefined;
  const child = spawn(program, args, {
    cwd,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-100_000)));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${problem}: ${explain(output)}`);
}

/** Makes sure that only one update works in this folder. The system frees the name when the process ends. */
async function refuseSecond(): Promise<void> {
  if (process.platform !== 'linux') return;
  const server = createServer().listen(`\0house-buyer-site-update:${process.cwd()}`).unref();
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error('Another update is running in this folder: wait until it has ended.', { cause });
  });
}

/** @throws {Error} saying who may write here, if this user may not */
function write<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(
      `This folder cannot be written (${codeOf(cause)}): run this as its owner, usually root. In a container, build its image anew instead.`,
      { cause },
    );
  }
}

async function refuseFullDisk(folder: string, neededBytes: number): Promise<void> {
  const { freeBytes } = await readSpace(folder);
  if (freeBytes > neededBytes) return;
  throw new Error(
    `The disk of ${resolve(folder)} has ${Math.round(freeBytes / 1e6)} MB free, and an update needs ${neededBytes / 1e6} MB: make room first. Nothing was changed.`,
  );
}

/** Makes `versions/current`, with which all commands go on, the version that runs. */
function finish(handover: Handover, version: string): void {
  const draft = join(VERSIONS, `.current-${process.pid}`);
  symlinkSync(version, draft);
  renameSync(draft, CURRENT);
  handover.remove('done');
  // The version before stays: it was the last one that is known to work.
  const before = readProduct(RUNNING).version;
  for (const folder of globSync(join(VERSIONS, '*.*.*'))) {
    if (![version, before].some((kept) => folder === join(VERSIONS, kept)))
      rmSync(folder, { recursive: true });
  }
}

/** What an update that was killed has left. @returns the version to which it has switched, if it had got so far */
async function tidy(handover: Handover, dataDir: string): Promise<string | undefined> {
  handover.remove('requested');
  await waitWhile(() => handover.read('trying') !== undefined, SWITCH_LIMIT_MS);
  handover.remove('trying');
  handover.remove('failed');
  const leftovers = [join(VERSIONS, '.new-*'), join(VERSIONS, '.current-*'), join(dataDir, 'update-trial-*')];
  for (const path of globSync(leftovers)) rmSync(path, { recursive: true, force: true });
  const version = handover.read('done')?.version;
  if (version !== undefined) finish(handover, version);
  return version;
}

/** Makes a backup. @returns its path */
async function backUp(dataDir: string, backupDir: string | undefined): Promise<string> {
  const folder = backupDir ?? join(dataDir, 'backups');
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, gid } = statSync(dataDir);
    chownSync(folder, uid, gid);
  }
  const path = join(folder, backupName(new Date()));
  await step('There is no backup', [process.execPath, join(RUNNING, 'scripts/run.js'), 'backup', path], {
    as: dataDir,
  });
  return path;
}

/** Has `npm start` switch to a version. @throws {Error} if the version before runs again */
async function switchTo(handover: Handover, version: string): Promise<void> {
  handover.write('requested', { version });
  await waitWhile(() => handover.read('requested') !== undefined, TAKEN_LIMIT_MS);
  if (handover.read('requested')) {
    throw new Error(
      `${version} is installed, but no server runs here that could switch to it. Start the site: it starts ${version}, or ${readProduct(RUNNING).version} if that fails. Then run this command again, which finishes the update.`,
    );
  }
  await waitWhile(() => handover.read('trying') !== undefined, SWITCH_LIMIT_MS);
  if (handover.read('done')) return;
  const failed = handover.read('failed');
  if (failed) rmSync(join(VERSIONS, version), { recursive: true, force: true });
  handover.remove('failed');
  const problem = failed?.problem ?? 'it did not answer in time';
  throw new Error(
    `${version} did not work with the real data: ${problem}. The log of the site says more. ${readProduct(RUNNING).version} runs again.`,
  );
}

async function waitWhile(holds: () => boolean, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (holds() && Date.now() < deadline) await delay(LOOK_EVERY_MS);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { install: { type: 'string', default: 'npm ci --omit=dev --no-audit --no-fund' } },
  });
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) {
    throw new Error('Usage: npm run update -- <archive or git tag>');
  }
  const { DATA_DIR, BACKUP_DIR } = loadEnvironment();
  if (!existsSync(DATA_DIR)) throw new Error(`There is no ${DATA_DIR} yet: start the site once before.`);
  await refuseSecond();
  write(() => mkdirSync(VERSIONS, { recursive: true }));
  await refuseFullDisk(VERSIONS, VERSION_BYTES);
  await refuseFullDisk(DATA_DIR, DATA_BYTES);
  const handover = openHandover(DATA_DIR);
  const finished = await tidy(handover, DATA_DIR);
  if (finished !== undefined) {
    print(
      `The update to ${finished} had been interrupted after the switch. It is finished now: ${finished} runs.`,
    );
    return;
  }

  const { name, version: before } = readProduct(RUNNING);
  const folder = write(() => mkdtempSync(join(VERSIONS, '.new-')));
  chmodSync(folder, 0o755);
  try {
    print('1 of 6: checking the new version');
    const isSigned = fetchVersion(source, '.', folder);
    const product = existsSync(join(folder, 'package.json')) ? readProduct(folder) : undefined;
    if (product?.name !== name) throw new Error(`${source} is not a version of this product.`);
    const { version } = product;
    refuseStep(before, version);
    print(
      `${before} → ${version}. ${isSigned ? 'Its signature is valid.' : 'Its signature was not checked: there is no deploy/release-signers.'}`,
    );

    print('2 of 6: installing its packages');
    await step('The packages cannot be installed', [values.install], { cwd: folder, shell: true });
    print('3 of 6: building its pages');
    await step('The pages cannot be built', ['npm', 'run', 'build'], { cwd: folder });
    print('4 of 6: making a backup');
    const backup = await backUp(DATA_DIR, BACKUP_DIR);
    print('5 of 6: trying it on a copy of the database');
    const tryOut = [nodeOf(folder), join(folder, 'scripts/run.js'), 'try-out', backup] as const;
    await step(`${version} does not work with a copy of the database`, tryOut, { as: DATA_DIR });

    const installed = join(VERSIONS, version);
    rmSync(installed, { recursive: true, force: true });
    renameSync(folder, installed);
    print('6 of 6: switching');
    await switchTo(handover, version);
    finish(handover, version);
    print(
      `${version} runs. CHANGELOG.md says what is new. The backup from before is ${backup}: delete it with your other old backups.`,
    );
  } catch (error) {
    const reason = codeOf(error) === 'ENOSPC' ? new Error('The disk is full.', { cause: error }) : error;
    throw reason;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
