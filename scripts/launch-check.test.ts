import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN_ENVIRONMENT } from '#support/clean-environment.ts';

function run(script: string, args: string[], variables: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...CLEAN_ENVIRONMENT, PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const PUBLIC = { SITE_URL: 'https://www.real-homes.scot' };
const STATIC = {
  ...PUBLIC,
  PUBLIC_SUPABASE_URL: 'https://x.supabase.co',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_x',
};

test('launch-check lists blockers, other tasks, and permanent duties', () => {
  const { status, stdout } = run('launch-check', [], {});
  expect(status).toBe(1);
  expect(stdout.match(/^# .*/gm)).toEqual([
    '# These block a launch: a site with a public SITE_URL does not build or start',
    '# Settle these before the launch',
    '# Permanent duties, which stay after the launch',
  ]);
});

test.each<[string, string[], Record<string, string>, string[]]>([
  [
    'the start',
    ['launch-check', '--blocking'],
    PUBLIC,
    ['PUBLIC_SITE_PHONE', 'reviews.yaml, home.items[0].example', 'SMTP_URL'],
  ],
  ['the build', ['build'], PUBLIC, ['PUBLIC_SITE_PHONE', 'reviews.yaml, home.items[0].example']],
  ['the build before a start', ['build', '--if-needed'], PUBLIC, ['PUBLIC_SITE_PHONE']],
  [
    'the build for a static host',
    ['build', '--static'],
    STATIC,
    ['PUBLIC_SITE_PHONE', 'LAUNCH_REHEARSAL=yes'],
  ],
])(
  '%s stops if a public site has launch blockers, and prints them',
  (_name, [script = '', ...args], variables, expected) => {
    const { status, stdout, stderr } = run(script, args, variables);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    for (const part of expected) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/at .*:\d+:\d+/);
  },
);

test.each([
  ['on this machine', { SITE_URL: 'http://localhost:4321' }],
  ['in a rehearsal', { ...PUBLIC, LAUNCH_REHEARSAL: 'yes' }],
])('a site %s may start despite launch blockers', (_name, variables) => {
  expect(run('launch-check', ['--blocking'], variables)).toEqual({ status: 0, stdout: '', stderr: '' });
});
