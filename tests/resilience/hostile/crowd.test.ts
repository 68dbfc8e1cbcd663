/** The short run of `npm run test:crowd`, as a part of `npm test`. */
import { afterAll, expect, test } from 'vitest';
import { sum } from '../../support/load/bench-report.ts';
import { createInstallation } from '../../support/server/installation.ts';
import { BEHIND_A_PROXY } from '../../support/load/load-generator.ts';
import { startProbed } from '../../support/load/server-with-probe.ts';
import { EXPECTED_STATUSES, findTarget, runCrowd } from './crowd.ts';

const CONNECTIONS = 400;
/** How long the server delays a refusal on average, so that a crowd cannot take all of its time. */
const REFUSAL_SECONDS = 2;
/** How many refusals of the desk are sent without a delay: 100 in any ten seconds (server/desk/sign-in/limits.ts). */
const REFUSED_AT_ONCE = 200;
const MEMORY_LIMIT_MB = 50;

const installation = await createInstallation();
afterAll(installation.close);
const probed = await startProbed(installation, BEHIND_A_PROXY);
const target = await findTarget(probed.server);

test.each([
  ['post invalid forms from one IP address', 'forms', 1],
  ['post invalid forms from 400 IP addresses', 'forms', 400],
  ['call the desk without an account from one IP address', 'calls', 1],
  ['call the desk without an account from 400 IP addresses', 'calls', 400],
] as const)('400 connections that %s do not delay others', async (_what, kind, ipAddresses) => {
  const before = await probed.probe();
  const linesBefore = probed.server.log.length;
  const { statuses, seconds, othersStatuses, medianMs } = await runCrowd(target, {
    kind,
    connections: CONNECTIONS,
    seconds: 4,
    ipAddresses,
  });
  const [handled, refusedAtOnce] = kind === 'forms' ? [[422], 0] : [[400, 403], REFUSED_AT_ONCE];
  if (kind === 'forms') expect([...statuses.keys()]).toEqual(expect.arrayContaining(handled));
  expect([...handled, 429, 503]).toEqual(expect.arrayContaining([...statuses.keys()]));
  expect(othersStatuses).toEqual(EXPECTED_STATUSES);
  const all = sum([...statuses.values()]);
  const refused = kind === 'forms' ? (statuses.get(429) ?? 0) + (statuses.get(503) ?? 0) : all;
  expect(refused).toBeLessThanOrEqual(refusedAtOnce + CONNECTIONS * (1 + seconds / REFUSAL_SECONDS));
  // Compares waits of the same run, because other tests run too. `npm run test:crowd` has limits in milliseconds.
  const meanWaitOfCrowdMs = (CONNECTIONS * seconds * 1_000) / all;
  for (const other of ['home', 'lead', 'health', 'inbox'] as const) {
    expect(medianMs(other)).toBeLessThan(meanWaitOfCrowdMs);
  }
  expect((await probed.probe()).usedMb - before.usedMb).toBeLessThan(MEMORY_LIMIT_MB);
  const lines = probed.server.log.slice(linesBefore);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  // Each lead causes two lines, and its mail one. Refusals cause at most thirty lines of each kind.
  expect(lines.length).toBeLessThan(400);
});
