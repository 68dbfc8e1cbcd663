import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { CLEAN_ENVIRONMENT } from '#support/server/clean-environment.ts';
import { copyRepository } from '#support/server/copy-repository.ts';
import { startServer } from '#support/server/running-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');
const KEY = 'sb_publishable_container';

/**
 * Builds the final image's files in a folder, without Docker. Copies the files that `.dockerignore` lets through, and
 * `node_modules` in place of `npm ci`; builds the site; then copies what the Dockerfile copies into the image.
 */
const folder = createTemporaryFolder();
const image = join(folder, 'image');
beforeAll(() => {
  const context = join(folder, 'context');
  copyRepository(
    context,
    [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, entry = '']) => entry),
  );
  const build = runNpm(context, ['run', 'build']);
  expect(build, build.stdout + build.stderr).toMatchObject({ status: 0 });
  for (const [, entry = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)) {
    cpSync(join(context, entry), join(image, entry), { recursive: true, verbatimSymlinks: true });
  }
});

const runNpm = (cwd: string, args: string[]) =>
  spawnSync('npm', args, {
    cwd,
    env: { ...CLEAN_ENVIRONMENT, PATH: env.PATH, PUBLIC_SUPABASE_KEY: KEY },
    encoding: 'utf8',
  });

test('the image serves the site that was built from the files that .dockerignore lets through', async () => {
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
  const { stderr } = runNpm(image, ['run', '-s', name, '--', '--no-such-option']);
  expect(stderr).toContain(message);
});
