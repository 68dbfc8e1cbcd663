/** The short run of `npm run test:crowd`, as a part of `npm test`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sum } from '../../support/bench-report.ts';
import { createInstallation, type Installation } from '../../support/installation.ts';
import { BEHIND_A_PROXY } from '../../support/load-generator.ts';
import { startProbed, type Probed } from '../../support/server-with-probe.ts';
import { runCrowd } from './crowd.ts';

const CONNECTIONS = 400;
/** The server lets a refused form wait for at least this long, so that a crowd cannot take all of its time. */
const REFUSAL_SECONDS = 1;
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
  const { statuses, seconds, othersStatuses, medianMs } = await runCrowd({
    url,
    connections: CONNECTIONS,
    seconds: 4,
    ipAddresses,
  });
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([422]));
  expect([422, 429, 503]).toEqual(expect.arrayContaining([...statuses.keys()]));
  expect(othersStatuses).toEqual([200, 201]);
  const refused = (statuses.get(429) ?? 0) + (statuses.get(503) ?? 0);
  expect(refused).toBeLessThanOrEqual(CONNECTIONS * (1 + seconds / REFUSAL_SECONDS));
  // Compares waits of the same run, because other tests run too. `npm run test:crowd` has limits in milliseconds.
  const meanWaitOfCrowdMs = (CONNECTIONS * seconds * 1_000) / sum([...statuses.values()]);
  for (const other of ['home', 'lead', 'health'] as const) {
    expect(medianMs(other)).toBeLessThan(meanWaitOfCrowdMs);
  }
  expect((await probed.probe()).usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
});
