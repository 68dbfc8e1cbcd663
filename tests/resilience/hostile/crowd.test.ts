/** The short run of `npm run test:crowd`, as a part of `npm test`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../support/installation.ts';
import { BEHIND_A_PROXY } from '../../support/load-generator.ts';
import { startProbed, type Probed } from '../../support/server-with-probe.ts';
import { runCrowd } from './crowd.ts';

/** How long other visitors may wait while other tests run too. `npm run test:crowd` has the exact limits. */
const LONGEST_WAIT_MS = 3_000;
const MEMORY_LIMIT_MB = 50;

let installation: Installation;
let probed: Probed;
beforeAll(async () => {
  installation = await createInstallation();
  probed = await startProbed(installation, BEHIND_A_PROXY);
});
afterAll(() => installation.close());

test.each([
  ['one IP address', 1],
  ['400 IP addresses', 400],
])('400 connections that post invalid forms from %s do not delay other visitors', async (_, ipAddresses) => {
  const before = await probed.probe();
  const { url } = probed.server;
  const { statuses, othersStatuses, p99Ms } = await runCrowd({
    url,
    connections: 400,
    seconds: 4,
    ipAddresses,
  });
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([422]));
  expect([422, 429, 503]).toEqual(expect.arrayContaining([...statuses.keys()]));
  expect(othersStatuses).toEqual([200, 201]);
  for (const other of ['home', 'lead', 'health'] as const) expect(p99Ms(other)).toBeLessThan(LONGEST_WAIT_MS);
  expect((await probed.probe()).usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
});
