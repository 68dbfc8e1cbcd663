import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN_ENVIRONMENT } from '../tests/support/clean-environment.ts';

test('opening hours that cannot be read stop the build with one line, which names the variable', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...CLEAN_ENVIRONMENT, PATH: process.env.PATH, PUBLIC_SITE_HOURS: 'Always' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'PUBLIC_SITE_HOURS: The opening hours "Always" cannot be read: write them like "Mon–Fri 09:00–18:00".\n',
  );
});
