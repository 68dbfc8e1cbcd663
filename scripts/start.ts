/**
 * `npm start`, and the system service: runs the server as a child. During an update, stops it and starts the new version;
 * if that is not ready in time, starts the version before again. Otherwise ends when the server ends.
 *
 * It waits for months, so it loads no package: with those of the other commands, it would need twice the memory.
 */
import { existsSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openHandover } from './update/handover.ts';
import { startServer } from './update/start-server.ts';

const LOOK_EVERY_MS = 500;

/** Together with the two other starts and stops, less than the 30 seconds for which a form tries again. */
const READY_LIMIT_MS = 15_000;
const FAILED_STOP_LIMIT_MS = 3_000;

const folderOf = (version: string) => join('versions', version);

/** The server itself says what is wrong with `.env`. */
function readDataDir(): string {
  try {
    process.loadEnvFile('.env');
  } catch {
    // There is none, or it cannot be read.
  }
  const { DATA_DIR = '' } = process.env;
  return resolve(DATA_DIR === '' ? '.data' : DATA_DIR);
}

const dataDir = readDataDir();
const handover = openHandover(dataDir);

// A copy of the database, on which an update that was killed tried the new version.
for (const copy of globSync(join(dataDir, 'update-trial-*'))) rmSync(copy, { recursive: true, force: true });
const interrupted = handover.read('trying');
if (interrupted) {
  handover.write('failed', { ...interrupted, problem: 'its first start was interrupted' });
  handover.remove('trying');
}
// An update that was killed after the switch has not finished yet.
const switchedTo = handover.read('done')?.version;
let folder = join(import.meta.dirname, '..');
if (switchedTo !== undefined && existsSync(folderOf(switchedTo))) folder = folderOf(switchedTo);

const stopping = new AbortController();
const isStopping = () => stopping.signal.aborted;
let server = startServer(folder);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopping.abort();
    server.signal();
  });
}

/** @returns false if the server has ended */
function untilRequested(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (handover.move('requested', 'trying')) end(true);
    }, LOOK_EVERY_MS);
    function end(isRequested: boolean): void {
      clearInterval(timer);
      resolve(isRequested);
    }
    void server.ended.then(() => end(false));
  });
}

while (await untilRequested()) {
  const version = handover.read('trying')?.version;
  if (version === undefined) continue;
  await server.stop();
  if (isStopping()) break;
  server = startServer(folderOf(version));
  const problem = await server.findProblem(READY_LIMIT_MS);
  if (problem === undefined) {
    folder = folderOf(version);
    handover.move('trying', 'done');
    continue;
  }
  await server.stop(FAILED_STOP_LIMIT_MS);
  if (isStopping()) break;
  server = startServer(folder);
  await server.findProblem(READY_LIMIT_MS);
  handover.write('failed', { version, problem });
  handover.remove('trying');
}
process.exitCode = await server.ended;
