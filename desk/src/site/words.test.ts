import { expect, test } from 'vitest';
import * as z from 'zod';
import { firmSchema } from '#src/schemas/firm.ts';
import { formAddress, readFormAddress, SHORTCUTS } from './words.ts';

test.each<[path: string, field: (string | number)[]]>([
  ['firm.yaml', ['hours']],
  ['cities/perth.yaml', ['faq', 'items', 12, 'answer']],
  ['articles/a-b.md', ['body']],
])('the address of a field of %s leads to the field', (path, field) => {
  const address = formAddress(path, field);
  expect(readFormAddress(address.slice('/site/edit/'.length))).toEqual({ path, field });
});

test('the address of a document has no field', () => {
  expect(readFormAddress('firm.yaml')).toEqual({ path: 'firm.yaml', field: undefined });
});

test('the short ways to the firm’s details lead to fields that there are', () => {
  const { properties = {} } = z.toJSONSchema(firmSchema, { io: 'input', unrepresentable: 'any' });
  const fields = SHORTCUTS.filter(({ path }) => path === 'firm.yaml').map(({ field }) => field[0] ?? '');
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields));
});
