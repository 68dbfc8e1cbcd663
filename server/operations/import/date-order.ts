import type { Column } from './columns.ts';
import { readRows, type CsvFormat } from './csv-file.ts';
import { orderOf, type DateOrder } from './dates.ts';

/** How dates of digits are read, and how many dates of the file prove each order, or have no proof of one. */
export type FoundOrder = { order: DateOrder; proofs: Record<DateOrder | 'both', number> };

/** Finds the order of day and month in the file's dates. If no date proves an order, it is the British one. */
export async function findDateOrder(
  path: string,
  format: CsvFormat,
  columns: readonly Column[],
): Promise<FoundOrder> {
  const dates = columns.filter(
    ({ field }) => field && ['created', 'last_contact', 'next_at'].includes(field),
  );
  const proofs = { 'day first': 0, 'month first': 0, both: 0 };
  for await (const cells of readRows(path, format)) {
    for (const { index } of dates) {
      const order = orderOf(cells[index] ?? '');
      if (order) proofs[order] += 1;
    }
  }
  return { order: proofs['month first'] > proofs['day first'] ? 'month first' : 'day first', proofs };
}
