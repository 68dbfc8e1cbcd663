import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { variablesOf } from '#src/create-site.ts';
import { firmSchema } from '#src/schemas/firm.ts';
import { pageVariables, programVariables } from '../env.ts';
import type { Db } from '../database/statement.ts';
import { writeContentFolder } from './content-files.ts';
import type { Content } from './documents.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/build-aside.ts');

/** A build of a thousand pages takes minutes. One that takes longer than this hangs. */
const LONGEST_BUILD_MS = 30 * 60_000;

/** How much of a failed build's output is kept for the log. */
const KEPT_OUTPUT = 20_000;

type Options = {
  db: Db;
  content: Content;
  /** Where to build. Emptied before. */
  folder: string;
  publishableKey: string;
  signal: AbortSignal;
};

/** The variables that the site is built with, besides those of the firm's document. */
export function buildVariables(publishableKey: string): Record<string, string> {
  const others = Object.entries(pageVariables()).filter(([name]) => !name.startsWith('PUBLIC_SITE_'));
  return { PUBLIC_SUPABASE_KEY: publishableKey, ...Object.fromEntries(others) };
}

/**
 * Builds the site from the content, in another process at a low priority.
 *
 * @returns the folder of the built site; or undefined and what the build printed, if it failed
 */
export async function buildSite({ db, content, folder, publishableKey, signal }: Options) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeContentFolder(db, join(folder, 'content'), content);
  const child = spawn(process.execPath, [SCRIPT, folder], {
    env: {
      ...programVariables(),
      ...buildVariables(publishableKey),
      ...variablesOf(firmSchema.parse(content['firm.yaml'])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that Astro's process can be ended too.
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, LONGEST_BUILD_MS);
  signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  return code === 0 ? { directory: join(folder, 'dist'), output } : { directory: undefined, output };
}
