/** The commands of whoever runs the server, as docs/commands.md lists them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Command = { command: string; does: string };

/** Reads the table below "Where the server runs". */
export function readCommands(text: string): Command[] {
  const section = text.split(/^## /m).find((each) => each.startsWith('Where the server runs\n')) ?? '';
  return [...section.matchAll(/^\| `(.+?)` *\| (.+?) *\|$/gm)].map(([, command = '', does = '']) => ({
    command,
    does,
  }));
}

export const COMMANDS = readCommands(readFileSync(join(import.meta.dirname, '../docs/commands.md'), 'utf8'));
