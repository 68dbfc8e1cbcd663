import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';

export type Variables = Readonly<Record<string, string>>;

/** Writes a value so that it is read back as it is: unquoted if possible, otherwise in the first quotes that work. */
function quote(name: string, value: string): string {
  const written = ['', "'", '"', '`']
    .map((mark) => `${mark}${value}${mark}`)
    .find((text) => parseEnv(`${name}=${text}`)[name] === value && !text.includes('\n'));
  if (written === undefined) throw new Error(`${name}: "${value}" cannot be written into .env.`);
  return written;
}

/** Replaces the value of a variable, which may be in quotes and have several lines. A comment behind it stays. */
function replace(text: string, name: string, value: string): string {
  const written = quote(name, value);
  const pattern = new RegExp(
    String.raw`^( *(?:export +)?)${name} *= *(?:"[^"]*"|'[^']*'|\`[^\`]*\`|[^#\n]*?)( *#.*)?$`,
    'gm',
  );
  if (pattern.test(text)) {
    return text.replace(pattern, (_, prefix = '', comment = '') => `${prefix}${name}=${written}${comment}`);
  }
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${name}=${written}\n`;
}

/**
 * Sets variables in the text of a `.env`. All other lines stay, comments too, and a variable that has the value already
 * keeps its line.
 *
 * @throws {Error} when the text would not be read as intended, for example because a value has several lines
 */
export function setVariables(text: string, variables: Variables): string {
  const before = parseEnv(text);
  const changes = Object.entries(variables).filter(([name, value]) => (before[name] ?? '') !== value);
  const changed = changes.reduce((result, [name, value]) => replace(result, name, value), text);
  const after = parseEnv(changed);
  const expected = { ...before, ...Object.fromEntries(changes) };
  const wrong = [...new Set([...Object.keys(after), ...Object.keys(expected)])].filter(
    (name) => after[name] !== expected[name],
  );
  if (wrong.length > 0)
    throw new Error(`.env has lines that cannot be edited: write ${wrong.join(', ')} on one line each.`);
  return changed;
}

/**
 * Replaces a file as a whole or not at all, with the owner and group of the former one: the text is written to a second
 * file, which is then renamed.
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  const next = `${path}.new`;
  // An earlier run that was killed may have left this file.
  rmSync(next, { force: true });
  const file = openSync(next, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (existsSync(path)) {
    const { uid, gid } = statSync(path);
    chownSync(next, uid, gid);
  }
  renameSync(next, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
