import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS, type Fault } from './database/codes.ts';
import { MENDS } from './faults.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.each(Object.keys(FAULTS) as Fault[])('an owner can do what is written about the fault %s', (fault) => {
  const text = MENDS[fault];
  // As in docs/operations.md. Without this, the files of the service would belong to another user.
  const commands = [...text.matchAll(/“([^”]*\bnpm run [^”]*)”/g)].map(([, command]) => command ?? '');
  expect(commands).toHaveLength(text.split('npm run').length - 1);
  for (const command of commands) {
    expect(command).toMatch(/^(?:runuser -u house-buyer-site -- npm run |npm run update$)/);
    expect(scripts).toHaveProperty(/npm run ([\w-]+)/.exec(command)?.[1] ?? '');
  }
  expect(text.includes('/opt/house-buyer-site')).toBe(commands.length > 0);
  // Names of settings and programs' words mean nothing to an owner.
  expect(text).not.toMatch(/\b[A-Z]+_[A-Z]+\b|\.env\b|journalctl|grep/);
});
