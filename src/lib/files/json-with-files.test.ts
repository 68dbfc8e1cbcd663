import { expect, test } from 'vitest';
import { jsonWithFiles, type ExportedFile } from './json-with-files.ts';

async function* filesOf(...contents: string[]): AsyncGenerator<ExportedFile> {
  for (const each of contents) yield await Promise.resolve({ paper_id: '1', title: '"A"', contents: each });
}

test.each([[[]], [['AA==', 'AQ==']]])('is the JSON of the record with its files', async (contents) => {
  let json = '';
  for await (const piece of jsonWithFiles({ of: 'a@b.example', leads: [] }, filesOf(...contents)))
    json += piece;
  expect(JSON.parse(json)).toEqual({
    of: 'a@b.example',
    leads: [],
    files: contents.map((each) => ({ paper_id: '1', title: '"A"', contents: each })),
  });
});

test('may be longer than the longest text of JavaScript', async () => {
  const largest = 'A'.repeat(20 * 1024 * 1024);
  let length = 0;
  for await (const piece of jsonWithFiles({}, filesOf(...Array<string>(30).fill(largest)))) {
    length += piece.length;
  }
  expect(length).toBeGreaterThan(2 ** 29);
});
