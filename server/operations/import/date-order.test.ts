import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { readColumns } from './columns.ts';
import { detectFormat } from './csv-file.ts';
import { findDateOrder } from './date-order.ts';

async function orderIn(rows: readonly string[]) {
  const path = join(createTemporaryFolder(), 'leads.csv');
  const headings = ['Name', 'Phone', 'Date', 'Last contacted', 'Follow up', 'Notes'];
  await writeFile(path, [headings.join(','), ...rows].join('\n'));
  const found = await findDateOrder(path, await detectFormat(path), readColumns(headings, new Map()));
  return [found.order, ...Object.values(found.proofs)].join(' ');
}

test.each([
  ['the date of a lead', 'Mairi,1,05/13/2024,05/12/2024,05/12/2024,'],
  ['its last contact', 'Mairi,1,05/12/2024,05/13/2024,05/12/2024,'],
  ['its next step', 'Mairi,1,05/12/2024,05/12/2024,05/13/2024,'],
])('%s alone proves that the file has the month first', async (_what, row) => {
  expect(await orderIn([row])).toBe('month first 0 1 2');
});

test('the order that more dates prove counts; a note proves nothing, and without proof the day is first', async () => {
  const dayFirst = 'Mairi,1,13/05/2024,,,';
  const monthFirst = 'Iain,2,05/13/2024,,,';
  expect(await orderIn([dayFirst, monthFirst, monthFirst])).toBe('month first 1 2 0');
  expect(await orderIn([dayFirst, monthFirst])).toBe('day first 1 1 0');
  expect(await orderIn(['Mairi,1,05/12/2024,05/05/2024,,05/13/2024'])).toBe('day first 0 0 1');
});
