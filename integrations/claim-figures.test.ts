import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { claimFigures } from './claim-figures.ts';

/**
 * Lets the plugin load a file that lists ids of claims (public figures with a source).
 *
 * @returns the source text of the module that the plugin makes of the file, and `addWatchFile` as a mock
 */
function load(lines: string, name = 'tool.claims.yaml') {
  const file = join(createTemporaryFolder(), name);
  writeFileSync(file, lines);
  const addWatchFile = vi.fn();
  const plugin = claimFigures() as unknown as { load: (this: object, file: string) => string | undefined };
  return { code: plugin.load.call({ addWatchFile }, file), addWatchFile };
}

test('the module has the public fields of the listed claims, and no field that only the operator may see', () => {
  const { code = '', addWatchFile } = load('- sum-vat');
  const module = JSON.parse(code.replace(/^export default (.*);$/, '$1')) as Record<string, object>;
  expect(Object.keys(module)).toEqual(['sum-vat']);
  expect(module['sum-vat']).toMatchObject({ id: 'sum-vat', sourceUrl: 'https://www.gov.uk/vat-rates' });
  expect(module['sum-vat']).toHaveProperty('statedOn', expect.stringMatching(/^\d{4}-\d\d-\d\d$/));
  expect(code).not.toMatch(/operatorTask|permanentDuty|verdict/);
  expect(addWatchFile).toHaveBeenCalledWith(expect.stringMatching(/claims\.yaml$/));
});

test('an unknown claim fails the build; the error names the claim and the file', () => {
  expect(() => load('- sum-no-such-claim')).toThrow(/tool\.claims\.yaml uses the claim "sum-no-such-claim"/);
});

test.each(['', 'sum-vat: yes', '- 12'])('a file that is not a list of ids fails the build: %j', (lines) => {
  expect(() => load(lines)).toThrow();
});

test('the plugin ignores files with other names', () => {
  expect(load('- sum-vat', 'tool.yaml').code).toBeUndefined();
});
