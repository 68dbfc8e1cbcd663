import { expect, test } from 'vitest';
import { runScript } from '#support/server/run-script.ts';

const PUBLIC = { SITE_URL: 'https://www.real-homes.scot' };
const STATIC = {
  ...PUBLIC,
  PUBLIC_SUPABASE_URL: 'https://x.supabase.co',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_x',
};

test('launch-check lists blockers, other tasks, and permanent duties', async () => {
  const { code, stdout } = await runScript('launch-check', [], {});
  expect(code).toBe(1);
  expect(stdout.match(/^# .*/gm)).toEqual([
    '# These block a launch: a site with a public SITE_URL is shown to nobody',
    '# Settle these before the launch',
    '# Permanent duties, which stay after the launch',
  ]);
});

test.each<[string, string[], Record<string, string>, string[]]>([
  ['the start', ['launch-check', '--blocking'], PUBLIC, ['SMTP_URL']],
  [
    'the build for a static host',
    ['build', '--static'],
    STATIC,
    ['PUBLIC_SITE_PHONE', 'src/content/reviews.yaml:12, home.items[0].example', 'LAUNCH_REHEARSAL=yes'],
  ],
])(
  '%s stops if a public site has launch blockers, and prints them',
  async (_name, [script = '', ...args], variables, expected) => {
    const { code, stdout, stderr } = await runScript(script, args, variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const part of expected) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/at .*:\d+:\d+/);
  },
);

test.each([
  ['on this machine', { SITE_URL: 'http://localhost:4321' }],
  ['in a rehearsal', { ...PUBLIC, LAUNCH_REHEARSAL: 'yes' }],
])('a site %s may start despite launch blockers', async (_name, variables) => {
  const outcome = await runScript('launch-check', ['--blocking'], variables);
  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
});
