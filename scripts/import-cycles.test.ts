import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';

/** Runs the command in a new folder with these files. */
function findCycles(files: Record<string, string>) {
  const folder = createTemporaryFolder();
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"module":"preserve","noEmit":true,"allowImportingTsExtensions":true}}',
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const command = join(import.meta.dirname, 'import-cycles.ts');
  const { status, stderr } = spawnSync(process.execPath, [command], { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}

test('files that import each other are listed, whether they import values, types or on demand', () => {
  const files = {
    'a.ts': `import { b } from './b.ts'; import './d.ts'; export const a = b;`,
    'b.ts': `import type { C } from './c.ts'; export const b: C = {};`,
    'c.ts': `export type C = object; export const load = () => import('./a.ts');`,
    'd.ts': `import './e.ts';`,
    'e.ts': `export {};`,
  };
  expect(findCycles(files)).toEqual({
    status: 1,
    stderr: 'These files import each other: a.ts → b.ts → c.ts → a.ts\n',
  });
  expect(findCycles({ ...files, 'c.ts': 'export type C = object;' })).toEqual({ status: 0, stderr: '' });
});
