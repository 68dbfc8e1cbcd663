/**
 * `npm run dev`: serves the site with hot reload on PORT (4321). Behind it runs the server that stores leads, sends
 * mails and opens the desk (the staff's app). The server restarts when its code changes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { deskPortOf, loadEnvironment } from '../server/env.ts';
import { publicVariables } from './public-variables.ts';

/** The server's port. Astro's development server passes requests for the backend on to it (`astro.config.ts`). */
const BACKEND_PORT = '4320';

const env = loadEnvironment();
const { PORT, SITE_URL } = env;
const variables = {
  ...process.env,
  ...publicVariables(),
  BACKEND_PORT,
  SITE_URL,
  DESK_PORT: String(deskPortOf(env) ?? 'off'),
  ASTRO_TELEMETRY_DISABLED: '1',
};

const options = { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' } as const;
const processes = [
  spawn(process.execPath, ['--watch-preserve-output', '--watch', 'server/main.ts'], {
    ...options,
    env: { ...variables, PORT: BACKEND_PORT },
  }),
  spawn('astro', ['dev', '--port', String(PORT)], { ...options, env: variables }),
];

// The terminal sends Ctrl-C to both processes. If one ends for another reason, the other must end too.
const stop = () => {
  for (const child of processes) child.kill('SIGTERM');
};
for (const child of processes) child.once('exit', stop);
process.once('SIGTERM', stop);
process.on('SIGINT', () => undefined);
