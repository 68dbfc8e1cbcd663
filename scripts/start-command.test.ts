import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const [, ...COMMAND] = packageJson.scripts.start.split(' ');

test('the container and the system service start the same command as npm start', () => {
  expect(COMMAND).toContain('server/main.ts');
  expect(JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(COMMAND);
  const [, program, args] = /^ExecStart=(\S+) (.+)$/m.exec(read('deploy/house-buyer-site.service')) ?? [];
  expect([program?.split('/').at(-1), ...(args ?? '').split(' ')]).toEqual(COMMAND);
});
