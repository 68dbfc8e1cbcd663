import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BEHIND_A_PROXY,
  findUnexpected,
  readMemoryMb,
  sendAtRate,
  sendFromClients,
} from '../../bench/load/clients.ts';
import { startProduct, type Product } from '../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct(BEHIND_A_PROXY);
});
afterAll(() => product.close());

const url = () => `${product.server.url}/rest/v1/leads`;

test('200 clients at once are all answered: stored, or told when to come back', async () => {
  const figures = await sendFromClients(url(), 200, 3);
  expect(findUnexpected(figures)).toEqual([]);
  expect(figures.withoutRetryAfter).toBe(0);
  expect(figures.statuses.get(201)).toBeGreaterThan(0);
});

test.runIf(process.platform === 'linux')(
  '20 leads a second are all stored, and take no more memory as they go on',
  async () => {
    await sendAtRate(url(), 20, 2);
    const before = await readMemoryMb(product.server.pid);
    const { statuses } = await sendAtRate(url(), 20, 3);
    expect([...statuses]).toEqual([[201, 60]]);
    expect((await readMemoryMb(product.server.pid)) - before).toBeLessThan(50);
  },
);
