/** The short run of `npm run test:load`, as a part of `npm test`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../support/installation.ts';
import { BEHIND_A_PROXY, findUnexpected, sendAtRate, sendFromClients } from '../../support/load-generator.ts';
import { startProbed, type Probed } from '../../support/server-with-probe.ts';

let installation: Installation;
let probed: Probed;
let url = '';
beforeAll(async () => {
  installation = await createInstallation();
  probed = await startProbed(installation, BEHIND_A_PROXY);
  url = `${probed.server.url}/rest/v1/leads`;
});
afterAll(() => installation.close());

test('storing leads does not leak memory', async () => {
  await sendFromClients(url, 20, { leads: 2_000 });
  const before = await probed.probe();
  const { statuses } = await sendFromClients(url, 20, { leads: 2_000 });
  expect([...statuses]).toEqual([[201, 2_000]]);
  // If the server kept these requests, they would take 14 MB. The readings vary by 3 MB.
  expect((await probed.probe()).usedMb - before.usedMb).toBeLessThan(9);
});

test('200 clients at once all get a response: stored, or refused with Retry-After', async () => {
  const figures = await sendFromClients(url, 200, { seconds: 3 });
  expect(findUnexpected(figures)).toEqual([]);
  expect(figures.withoutRetryAfter).toBe(0);
  expect(figures.statuses.get(201)).toBeGreaterThan(0);
});

test('20 leads a second are all stored', async () => {
  const { statuses } = await sendAtRate(url, 20, 3);
  expect([...statuses]).toEqual([[201, 60]]);
});
