import { expect, test } from 'vitest';
import { runScript } from '#support/server/run-script.ts';

test.each([
  [
    'PUBLIC_SITE_HOURS',
    'Always',
    'The opening hours "Always" cannot be read: write them like "Mon–Fri 09:00–18:00".',
  ],
  [
    'PUBLIC_SITE_CLOSED_ON',
    '24/12/2026',
    'The days "24/12/2026" cannot be read: write them like "2026-12-24, 2026-12-29 to 2026-12-31".',
  ],
])(
  'a %s that cannot be read stops the build with one line, which names the variable',
  async (name, value, problem) => {
    expect(await runScript('build', [], { [name]: value })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${name}: ${problem}\n`,
    });
  },
);
