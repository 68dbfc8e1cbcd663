import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { SERVER_FLAGS, SERVER_SCRIPT } from './update/server-command.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** An import of a package's value, with the package's name. Types are not needed when a program runs. */
const IMPORT_OF_PACKAGE = /^(?:import|export) (?!type\b)[^;']*'((?:@[\w.-]+\/)?[a-z][\w.-]*)/gm;
const GUARD = 'node scripts/run.js launch-check --blocking';

test('the system service starts the same commands as npm start, and the container the server itself', () => {
  const [shell, option, line] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '') as string[];
  expect([shell, option]).toEqual(['sh', '-c']);
  expect(line).toBe(`${GUARD} && exec node ${[...SERVER_FLAGS, SERVER_SCRIPT].join(' ')}`);
  expect(packageJson.scripts.prestart).toContain(GUARD);
  expect(read('deploy/house-buyer-site.service')).toMatch(new RegExp(`^ExecStartPre=\\S+/${GUARD}$`, 'm'));
  const [, command] = /^ExecStart=\S+\/(.+)$/m.exec(read('deploy/house-buyer-site.service')) ?? [];
  expect(`exec ${command}`).toBe(packageJson.scripts.start);
});

/** Run by developers only, after a full `npm ci`. */
const DEVELOPMENT = ['ensure-*', 'import-cycles', 'own-element-for-text', 'test'];

test('what a start and the commands of an operator import is installed by npm ci --omit=dev', () => {
  const files = globSync(
    '{astro.config.ts,{desk,integrations,scripts,server,src,supabase/functions}/**/*.{astro,js,ts,tsx}}',
    {
      cwd: ROOT,
      exclude: ['**/*.test.{ts,tsx}', ...DEVELOPMENT.map((name) => `scripts/${name}.{js,ts}`)],
    },
  );
  const imported = new Set(
    files.flatMap((file) =>
      Array.from(read(file).matchAll(IMPORT_OF_PACKAGE), ([, name]) => `${name} in ${file}`),
    ),
  );
  const development = Object.keys(packageJson.devDependencies).map((name) => `${name} in `);
  expect(imported.size).toBeGreaterThan(100);
  expect([...imported].filter((line) => development.some((start) => line.startsWith(start)))).toEqual([]);
});
