import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { openKeys } from './keys.ts';

let dataDir = '';
const file = () => join(dataDir, 'keys.json');

beforeEach(() => {
  dataDir = createTemporaryFolder();
});

describe('the first run', () => {
  test('generates a public key with its prefix, and a secret that cannot be guessed', () => {
    const keys = openKeys(dataDir);
    expect(keys.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(keys.databasePassword).toMatch(/^[\w-]{32}$/);
    expect(keys.publishableKey).not.toContain(keys.databasePassword);
  });

  test('creates the folder, with different keys for each installation', () => {
    const [one, other] = ['a/b', 'c'].map((name) => openKeys(join(dataDir, name)));
    expect(one).not.toEqual(other);
  });

  test.runIf(process.platform === 'linux')('an error about DATA_DIR names the variable', () => {
    // Node's own mkdir with `recursive` never returns here.
    expect(() => openKeys('/proc/x/y')).toThrow(/^DATA_DIR \/proc\/x\/y cannot be written \(ENOENT\)/);
  });

  test('leaves one file that only its owner can read, and no temporary file', () => {
    openKeys(dataDir);
    expect(readdirSync(dataDir)).toEqual(['keys.json']);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
});

test('every later run reads the same keys', () => {
  const keys = openKeys(dataDir);
  const written = readFileSync(file(), 'utf8');
  expect(openKeys(dataDir)).toEqual(keys);
  expect(readFileSync(file(), 'utf8')).toBe(written);
});

describe('a damaged keys.json is never replaced, because the database knows only the old password', () => {
  test.each([
    ['empty', ''],
    ['cut off', '{"publishableKey": "sb_pub'],
    ['without the password', '{"publishableKey": "sb_publishable_x"}'],
    ['with a short password', '{"publishableKey": "sb_publishable_x", "databasePassword": "short"}'],
    [
      'with a secret where the public key should be',
      `{"publishableKey": "sb_secret_x", "databasePassword": "${'x'.repeat(32)}"}`,
    ],
  ])('%s', (_what, contents) => {
    writeFileSync(file(), contents);
    expect(() => openKeys(dataDir)).toThrow(`${file()} cannot be read. Restore it`);
    expect(readFileSync(file(), 'utf8')).toBe(contents);
  });
});
