/**
 * `npm run build`: builds the site into dist/, and the desk (the staff's app) into dist-desk/. The pages contain the
 * publishable key that the server requires: PUBLIC_SUPABASE_KEY, or the one in DATA_DIR/keys.json, which the first
 * build generates.
 *
 * - `--if-needed` builds only if something has changed since the last build.
 * - `--published` builds what owners have published at the desk, from the database, and not the files of `src/content`.
 * - `--static` builds the site alone, for a static host with a Supabase project as the backend. This also writes a file
 *   `_headers`, for Netlify and Cloudflare Pages (Vercel reads vercel.json).
 *
 * With `--static`, nothing is built for a public SITE_URL (not localhost, not an example domain) while the pages have
 * launch blockers, such as example reviews. `npm run launch-check` lists them.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment, type Environment } from '../server/env.ts';
import { buildSite } from '../server/publishing/build-site.ts';
import { hashFiles } from '../server/publishing/site-sources.ts';
import { readLive } from '../server/publishing/versions.ts';
import { runAstroBuild } from './astro-build.ts';
import { runDeskBuild } from './desk-build.ts';
import { precompress } from '../integrations/precompress.ts';
import { publicVariables } from './public-variables.ts';
import { assertNoBlockers } from './launch-blockers.ts';
import { findPageBlockers } from './launch-problems.ts';
import { runCommand } from './run-command.ts';
import { headersFile } from '../integrations/static-headers.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const DIST_DESK = join(ROOT, 'dist-desk');
const STAMP = join(ROOT, '.astro/last-build');
/** The variables that a site on a static host needs. */
const REQUIRED_FOR_STATIC = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY'];
const SOURCES = [
  'src/**',
  'desk/**',
  'server/cases/**',
  'server/database/codes.ts',
  'supabase/functions/_shared/**',
  'astro.config.ts',
  'integrations/**',
  'scripts/astro-build.ts',
  'scripts/desk-build.ts',
  'package-lock.json',
];

const isLastStamp = (stamp: string) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;

/** @throws {Error} if nothing was published, or if it does not build */
async function buildPublished(env: Environment, log: Logger): Promise<void> {
  const { directory, output } = await workAsOwner(env, log, async (client) => {
    const live = await readLive(client);
    if (!live) throw new Error('Nothing was published at the desk yet: leave out --published.');
    return buildSite({
      db: client,
      content: live.content,
      folder: join(env.DATA_DIR, 'site/build'),
      publishableKey: publicVariables().PUBLIC_SUPABASE_KEY ?? '',
      signal: new AbortController().signal,
    });
  });
  if (directory === undefined) throw new Error(output);
  rmSync(DIST, { recursive: true, force: true });
  cpSync(directory, DIST, { recursive: true });
  rmSync(join(env.DATA_DIR, 'site/build'), { recursive: true });
}

await runCommand(async (log) => {
  const { values } = parseArgs({
    options: {
      'if-needed': { type: 'boolean' },
      published: { type: 'boolean' },
      static: { type: 'boolean' },
    },
  });
  // Reads .env, which may have the variables.
  const env = loadEnvironment();
  const missing = values.static ? REQUIRED_FOR_STATIC.filter((name) => !process.env[name]) : [];
  if (missing.length > 0) {
    throw new Error(
      `A build for a static host needs a Supabase project for the forms, and the URL of the site: set ${missing.join(', ')} (see docs/deploy.md).`,
    );
  }

  // The server shows a site to nobody while it has blockers (`server/publishing`). A static host cannot.
  if (values.static && !values.published) assertNoBlockers(findPageBlockers);

  const variables = publicVariables();
  const stamp = await hashFiles(variables, SOURCES);
  const isBuilt = [DIST, DIST_DESK].every((folder) => existsSync(join(folder, 'index.html')));
  if (values['if-needed'] && !values.static && isBuilt && isLastStamp(stamp)) return;

  // The stamp is removed before the build, so that after a build that fails, and after one with `--static`, the next
  // build with `--if-needed` is not skipped.
  rmSync(STAMP, { force: true });
  if (values.published) await buildPublished(env, log);
  else if (runAstroBuild({ variables }).status !== 0) process.exit(1);
  if (values.static) {
    writeFileSync(join(DIST, '_headers'), headersFile(variables.SITE_URL ?? ''));
    return;
  }
  const deskStatus = runDeskBuild();
  if (deskStatus !== 0) process.exit(deskStatus ?? 1);
  await precompress(DIST);
  await precompress(DIST_DESK);
  writeFileSync(STAMP, stamp);
});
