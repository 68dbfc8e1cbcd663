import { expect, test } from 'vitest';
import { runScript } from '#support/run-script.ts';

test('opening hours that cannot be read stop the build with one line, which names the variable', async () => {
  expect(await runScript('build', [], { PUBLIC_SITE_HOURS: 'Always' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'PUBLIC_SITE_HOURS: The opening hours "Always" cannot be read: write them like "Mon–Fri 09:00–18:00".\n',
  });
});
