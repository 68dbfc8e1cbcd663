import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runAstroBuild } from '#scripts/astro-build.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DIST = join(ROOT, 'specimens/.astro/dist');
const PAGE = join(DIST, 'components.html');

const changedAt = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/**
 * Builds the page of components (`/components`), which shows components in states that no page of the site shows, if
 * its sources have changed. Playwright calls this before its tests.
 *
 * @throws {Error} when the build fails
 */
export default function buildSpecimens(): void {
  const sources = globSync(['{src,specimens,desk/src}/**/*.*', 'astro.config.ts'], { cwd: ROOT });
  if (sources.every((file) => changedAt(join(ROOT, file)) < changedAt(PAGE))) return;
  const { status } = runAstroBuild({ args: ['--root', 'specimens'] });
  if (status !== 0) throw new Error('The page of components does not build.');
}

/** Opens the page of components, or another one, from its build folder, without a server. */
export async function openSpecimens(
  page: Page,
  name = 'components',
  headers: Record<string, string> = {},
): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === `/${name}`) return route.fulfill({ path: join(DIST, `${name}.html`), headers });
    const path = join(DIST, pathname);
    await (existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 204 }));
  });
  await page.goto(`/${name}`);
}
