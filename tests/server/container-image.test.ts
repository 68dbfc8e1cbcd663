import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { CLEAN_ENVIRONMENT } from '#support/server/clean-environment.ts';
import { startServer } from '#support/server/running-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const INSTRUCTIONS = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) as [name: string, rest: string]);
const CONTEXT = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, entry = '']) => entry);

type Stage = { folder: string; variables: Record<string, string> };

/** On the disk of the repository, so that the packages can be hard links. */
mkdirSync(join(ROOT, '.reports'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.reports/image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let image: Stage;

const runNpm = (cwd: string, args: string[], variables: Record<string, string> = {}) =>
  spawnSync('npm', args, {
    cwd,
    env: { ...CLEAN_ENVIRONMENT, PATH: env.PATH, ...variables },
    encoding: 'utf8',
  });

/** Hard links in place of `npm ci`, which needs a registry. The caches in the folder are left out. */
function linkPackages(to: string): void {
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), to]);
  for (const name of readdirSync(join(to, 'node_modules'))) {
    if (/^\.(?!bin$|package-lock)/.test(name)) rmSync(join(to, 'node_modules', name), { recursive: true });
  }
}

/** Follows the Dockerfile in folders, without Docker: each stage is a folder, with `/app` and `/data` in it. */
function build(): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage = { folder: '', variables: {} };
  for (const [name, rest] of INSTRUCTIONS) {
    const within = (path: string) => join(stage.folder, path.startsWith('/') ? path : join('app', path));
    if (name === 'FROM') {
      const [, stageName = 'image'] = / AS (\w+)$/.exec(rest) ?? [];
      stage = { folder: join(folder, stageName), variables: {} };
      stages.set(stageName, stage);
      mkdirSync(join(stage.folder, 'app'), { recursive: true });
    } else if (name === 'ARG' || name === 'ENV') {
      for (const [, variable = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) {
        stage.variables[variable] = value.replace(
          /^\$(\w+)$/,
          (_, other: string) => stage.variables[other] ?? '',
        );
      }
    } else if (name === 'COPY') {
      const [, from, what = '', to = ''] = /^(?:--from=(\w+) )?(.+) (\S+)$/.exec(rest) ?? [];
      for (const each of what.split(' ')) {
        const source = stages.get(from ?? '')?.folder;
        if (source) execFileSync('cp', ['-al', `${join(source, each)}/.`, within(to)]);
        for (const entry of source ? [] : each === '.' ? CONTEXT : [each]) {
          cpSync(join(ROOT, entry), within(entry), { recursive: true });
        }
      }
    } else if (name === 'RUN' && rest.startsWith('npm ci')) {
      linkPackages(within('.'));
    } else if (name === 'RUN') {
      // The user `node` is there in the image only.
      const command = rest.replace('-o node -g node ', '').replace('/data', within('/data'));
      // `npm prune` needs no registry.
      const variables = {
        ...CLEAN_ENVIRONMENT,
        ...stage.variables,
        PATH: env.PATH,
        npm_config_offline: 'true',
      };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        cwd: within('.'),
        env: variables,
        encoding: 'utf8',
      });
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    }
  }
  return stage;
}

beforeAll(() => {
  image = build();
});

const commandOf = (pattern: RegExp) => JSON.parse(pattern.exec(read('Dockerfile'))?.[1] ?? '[]') as string[];

test('the image serves the site that was built from the files that .dockerignore lets through, and finds itself healthy', async () => {
  const { PUBLIC_SUPABASE_KEY = '' } = image.variables;
  const [, , command = ''] = commandOf(/^CMD (.+)$/m);
  const server = await startServer(
    { DATA_DIR: join(image.folder, 'data'), PUBLIC_SUPABASE_KEY, DESK_PORT: '0' },
    ['sh', '-c', `cd ${join(image.folder, 'app')} && ${command}`],
  );
  expect((await fetch(`${server.url}/glasgow`)).status).toBe(200);
  const [program = '', ...args] = commandOf(/^ {2}CMD (.+)$/m);
  const check = args.map((arg) => arg.replace('http://127.0.0.1:4321', server.url));
  expect(spawnSync(program, check).status).toBe(0);
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(spawnSync(program, check).status).toBe(1);
});

test('the image has no package of the tests, and can still build the site', () => {
  const app = join(image.folder, 'app');
  expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false);
  const { status, stdout, stderr } = runNpm(app, ['run', 'build'], image.variables);
  expect(status, stdout + stderr).toBe(0);
});

test.each([
  ['backup', 'There is no database in'],
  ['restore', '--no-such-option'],
  ['person', '--no-such-option'],
  ['staff', 'Usage: npm run -s staff'],
  ['launch-check', '--no-such-option'],
])('npm run %s has all of its files in the image, and writes "%s"', (name, message) => {
  const variables = { DATA_DIR: createTemporaryFolder() };
  const { stderr } = runNpm(
    join(image.folder, 'app'),
    ['run', '-s', name, '--', '--no-such-option'],
    variables,
  );
  expect(stderr).toContain(message);
});
