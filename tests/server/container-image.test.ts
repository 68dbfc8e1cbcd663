import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLEAN_ENVIRONMENT } from '#support/clean-environment.ts';
import { startServer } from '#support/running-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');
const KEY = 'sb_publishable_container';

/** Folders with the files of the build context and of the final image, so that the tests need no Docker. */
let folder: string;
let context: string;
let image: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-'));
  context = join(folder, 'context');
  image = join(folder, 'image');
  for (const [, entry = ''] of read('.dockerignore').matchAll(/^!(.+)$/gm)) {
    cpSync(join(ROOT, entry), join(context, entry), { recursive: true });
  }
  // Stands for `npm ci` in the Dockerfile.
  symlinkSync(join(ROOT, 'node_modules'), join(context, 'node_modules'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the files that .dockerignore lists build the site, and those that the Dockerfile copies serve it', async () => {
  const build = spawnSync('npm', ['run', 'build'], {
    cwd: context,
    env: { ...CLEAN_ENVIRONMENT, PATH: env.PATH, PUBLIC_SUPABASE_KEY: KEY },
    encoding: 'utf8',
  });
  expect(build, build.stdout + build.stderr).toMatchObject({ status: 0 });

  for (const [, entry = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)) {
    cpSync(join(context, entry), join(image, entry), { recursive: true, verbatimSymlinks: true });
  }
  const [, , command = ''] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const server = await startServer(
    { DATA_DIR: join(folder, 'data'), PUBLIC_SUPABASE_KEY: KEY, DESK_PORT: '0' },
    ['sh', '-c', `cd ${image} && ${command}`],
  );
  expect((await fetch(`${server.url}/glasgow`)).status).toBe(200);
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test.each([
  ['backup', 'There is no database in'],
  ['restore', '--no-such-option'],
  ['person', '--no-such-option'],
  ['staff', 'Usage: npm run -s staff'],
  ['launch-check', '--no-such-option'],
])('npm run %s has all of its files in the image, and writes "%s"', (name, message) => {
  const { stderr } = spawnSync('npm', ['run', '-s', name, '--', '--no-such-option'], {
    cwd: image,
    env: { ...CLEAN_ENVIRONMENT, PATH: env.PATH },
    encoding: 'utf8',
  });
  expect(stderr).toContain(message);
});
