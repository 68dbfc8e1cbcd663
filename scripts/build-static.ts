/**
 * `npm run build:static`: the site for a static host, whose backend is a Supabase. Besides the pages, dist/
 * then has `_headers`, which Netlify and Cloudflare Pages read; Vercel reads vercel.json.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvironment } from '../server/env.ts';
import { runAstroBuild } from './astro-build.ts';
import { headersFile } from './static-headers.ts';

const ROOT = join(import.meta.dirname, '..');
const REQUIRED = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY'];

loadEnvironment();
const missing = REQUIRED.filter((name) => !process.env[name]);
if (missing.length > 0) {
  console.error(
    `Without this server a form needs a Supabase: set ${missing.join(', ')} (docs/deploy.md says where).`,
  );
  process.exit(1);
}

// What the server's own build leaves there belongs to another backend.
rmSync(join(ROOT, '.astro/last-build'), { force: true });
const { status } = runAstroBuild();
if (status !== 0) process.exit(status ?? 1);
writeFileSync(join(ROOT, 'dist/_headers'), headersFile(process.env.SITE_URL ?? ''));
