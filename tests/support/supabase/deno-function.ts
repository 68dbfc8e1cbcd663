/** For tests that run the function `send-email`, which mails leads, on Deno as Supabase does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { collectLog } from '../server/running-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** With these options, Deno uses the modules that npm has installed, and downloads nothing. */
const BRING_YOUR_OWN_MODULES = ['--node-modules-dir=manual', '--no-remote'];

/** The permissions that `send-email` needs. It writes no file and runs no program. */
const PERMISSIONS = ['--allow-net', '--allow-env', '--allow-read', '--allow-sys'];

/** Starts the `deno` of `node_modules` with this project's modules. */
export function spawnDeno(args: string[], env: Record<string, string> = {}, cwd = ROOT) {
  const [command = '', ...rest] = args;
  return spawn(join(ROOT, 'node_modules/.bin/deno'), [command, ...BRING_YOUR_OWN_MODULES, ...rest], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts `index.ts` of `send-email` on a free port. */
export async function startDenoFunction(
  secrets: Record<'SUPABASE_DB_URL' | 'SMTP_URL' | 'SITE_URL', string> & { DESK_URL?: string },
) {
  const deno = spawnDeno(['run', ...PERMISSIONS, 'supabase/functions/send-email/index.ts'], {
    MAIL_TO: 'leads@example.com',
    MAIL_FROM: 'Website <website@example.com>',
    DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
    ...secrets,
  });
  const ended = once(deno, 'exit');
  const { log, waitForLog } = collectLog(deno);
  const listening = await Promise.race([
    waitForLog(/^Listening on /),
    ended.then(() => {
      throw new Error(`The function ended: ${JSON.stringify(log)}`);
    }),
  ]);
  return {
    url: /http:\/\/[^/ ]+/.exec(listening.msg)?.[0] ?? '',
    log,
    async close() {
      deno.kill('SIGTERM');
      await ended;
    },
  };
}
