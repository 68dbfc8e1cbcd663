import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { COMMANDS, readCommands } from './commands.ts';

test('owners read the commands of the server, each of which exists, and none for changing the code', () => {
  const names = COMMANDS.map(({ command }) => /^npm run (?:-s )?([\w-]+)/.exec(command)?.[1] ?? command);
  expect(names).toEqual(expect.arrayContaining(['update', 'backup', 'restore', 'staff', 'person']));
  expect(names).not.toContain('format');
  expect(names.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
});

test('a row of the table is a command and what it does', () => {
  const table = '| Command | Does |\n| --- | --- |\n| `npm run a -- B`  | does a   |\n';
  expect(readCommands(`# C\n\n## Where the server runs\n\n${table}\n## In the code\n\n${table}`)).toEqual([
    { command: 'npm run a -- B', does: 'does a' },
  ]);
});
