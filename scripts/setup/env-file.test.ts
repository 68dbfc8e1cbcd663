import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { replaceFile, setVariables } from './env-file.ts';

const TEXT = `# The name.
BRAND=Old # as on the sign
ADDRESS="1 High Street
Glasgow"
OTHER='a # b'

export PORT=1
`;

test('a variable is set in place, a new one at the end, and all else stays as it is', () => {
  expect(setVariables(TEXT, { BRAND: 'New', ADDRESS: '2 High Street', PORT: '2', EXTRA: 'x' }))
    .toBe(`# The name.
BRAND=New # as on the sign
ADDRESS=2 High Street
OTHER='a # b'

export PORT=2
EXTRA=x
`);
  expect(setVariables(TEXT, { BRAND: 'Old', OTHER: 'a # b', PORT: '1', MISSING: '' })).toBe(TEXT);
});

test.each([
  'a b',
  ' a ',
  'a # b',
  '#a',
  "O'Hara",
  'say "yes"',
  `'"`,
  '$HOME',
  'a\\nb',
  'Mon–Fri 09:00–18:00',
  '',
])('the value %j is read back as it was written', (value) => {
  const text = setVariables('A=1\n', { A: value });
  expect(parseEnv(text)).toEqual({ A: value });
  expect(text.split('\n')).toHaveLength(2);
});

test('a value that no quotes can hold is refused, and so is a file in which a variable cannot be edited', () => {
  expect(() => setVariables('', { A: ` '"\`` })).toThrow(/^A: ".*" cannot be written into \.env\.$/);
  expect(() => setVariables('B="\nA=1\n"\n', { A: '2' })).toThrow(
    '.env has lines that cannot be edited: write B, A on one line each.',
  );
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = createTemporaryFolder();
  });

  test('is replaced as a whole and is readable by its owner only, even if an earlier run left a draft behind', () => {
    const path = join(folder, '.env');
    writeFileSync(path, 'A=1\n', { mode: 0o644 });
    writeFileSync(join(folder, '.env.new'), 'A=');
    replaceFile(path, 'A=2\n');
    expect(readFileSync(path, 'utf8')).toBe('A=2\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  test.runIf(process.getuid?.() === 0)('keeps its owner and group', () => {
    const path = join(folder, '.env');
    writeFileSync(path, 'A=1\n');
    chownSync(path, 65_534, 65_533);
    replaceFile(path, 'A=2\n');
    expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_533 });
  });
});
