import { describe, expect, test } from 'vitest';
import { fitsOnLine, readLines } from './paste-rows.ts';
import type { JsonSchema } from './schema.ts';

const text: JsonSchema = { type: 'string' };
const area: JsonSchema = { type: 'object', properties: { name: text, postcode: text } };

describe('rows are read from lines', () => {
  test.each<[what: string, item: JsonSchema, typed: string, rows: unknown]>([
    ['texts', text, ' First, with a comma \n\n Second\r\n', ['First, with a comma', 'Second']],
    [
      'fields with commas between them, the last with several values',
      area,
      'Leith, EH6\nMarchmont ,EH8,  EH9\n',
      [
        { name: 'Leith', postcode: 'EH6' },
        { name: 'Marchmont', postcode: 'EH8, EH9' },
      ],
    ],
    ['two columns of a table', area, 'Muirton, north\tPH1', [{ name: 'Muirton, north', postcode: 'PH1' }]],
    ['a line without its last field', area, 'Scone', [{ name: 'Scone', postcode: '' }]],
  ])('%s', (_what, item, typed, rows) => {
    expect(readLines(item, typed)).toEqual(rows);
  });
});

test('rows with figures, choices, numbers or parts are not typed as lines', () => {
  const group = (field: JsonSchema): JsonSchema => ({ type: 'object', properties: { name: text, field } });
  expect([text, area].map(fitsOnLine)).toEqual([true, true]);
  const others = [{ ...text, format: 'claim-text' }, { ...text, enum: ['a'] }, { type: 'integer' }, area];
  expect(others.map((field) => fitsOnLine(group(field)))).toEqual([false, false, false, false]);
});
