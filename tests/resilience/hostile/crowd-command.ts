/**
 * `npm run test:crowd`: 400 connections post invalid forms, first all from one IP address and then from 400, while
 * other visitors use the site. `npm run test:crowd -- --seconds 5` is a shorter run. Prints a table in Markdown; exits
 * with 1 when a target is missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import buildSite from '../../support/build-site.ts';
import { createInstallation } from '../../support/installation.ts';
import { BEHIND_A_PROXY } from '../../support/load-generator.ts';
import { startProbed } from '../../support/server-with-probe.ts';
import { atMost, describeRun, reportChecks } from '../../support/bench-report.ts';
import { runCrowd } from './crowd.ts';

const CONNECTIONS = 400;
const REST_MS = 60_000;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);

buildSite();
const description = describeRun();
const installation = await createInstallation();
try {
  const { server, probe } = await startProbed(installation, BEHIND_A_PROXY);
  // A first run, because caches and pools are allocated at first use and are not to count as growth.
  await runCrowd({ url: server.url, connections: CONNECTIONS, seconds: 2, ipAddresses: CONNECTIONS });
  const before = await probe();
  const checks = [];
  for (const ipAddresses of [1, CONNECTIONS]) {
    const run = await runCrowd({ url: server.url, connections: CONNECTIONS, seconds, ipAddresses });
    const responses = [...run.statuses].map(([status, count]) => `${status || 'none'}: ${count}`).join(', ');
    const from = `from ${ipAddresses === 1 ? 'one IP address' : `${ipAddresses} IP addresses`}`;
    checks.push(
      { what: `forms ${from}: responses by status`, found: responses, isMet: !run.statuses.has(0) },
      {
        what: `${from}: statuses that other visitors got`,
        found: run.othersStatuses.join(', '),
        isMet: run.othersStatuses.join() === '200,201',
      },
      atMost(100, `${from}: other visitors’ home page, p99 ms`, run.p99Ms('home')),
      atMost(500, `${from}: other visitors’ leads, p99 ms`, run.p99Ms('lead')),
      atMost(100, `${from}: /healthz, p99 ms`, run.p99Ms('health')),
    );
  }
  await delay(REST_MS);
  const after = await probe();
  console.log(
    `${description}\n\nResident memory after garbage collection: ${before.rssMb} MB before, ${after.rssMb} MB a minute later.`,
  );
  reportChecks([...checks, atMost(50, 'growth of memory after a minute, MB', after.rssMb - before.rssMb)]);
} finally {
  await installation.close();
}
