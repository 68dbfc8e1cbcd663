import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const [, ...COMMAND] = packageJson.scripts.start.split(' ');
const GUARD = 'node scripts/run.js launch-check --blocking';

test('the container and the system service start the same commands as npm start', () => {
  expect(COMMAND).toContain('server/main.ts');
  const [shell, option, line] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '') as string[];
  expect([shell, option]).toEqual(['sh', '-c']);
  expect(line).toBe(`${GUARD} && exec ${COMMAND.join(' ')}`);
  expect(packageJson.scripts.prestart).toContain(GUARD);
  expect(read('deploy/house-buyer-site.service')).toMatch(new RegExp(`^ExecStartPre=\\S+/${GUARD}$`, 'm'));
  const [, program, args] = /^ExecStart=(\S+) (.+)$/m.exec(read('deploy/house-buyer-site.service')) ?? [];
  expect([program?.split('/').at(-1), ...(args ?? '').split(' ')]).toEqual(COMMAND);
});
