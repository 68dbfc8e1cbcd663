/**
 * `npm run test:crowd`: 400 connections post invalid forms to the site, and then call the desk without an account, each
 * first from one IP address and then from 400, while visitors use the site and somebody at the firm the desk.
 * `npm run test:crowd -- --seconds 5` is a shorter run. Prints a table in Markdown; exits with 1 when a target is missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import buildSite from '../../support/site/build-site.ts';
import { createInstallation } from '../../support/server/installation.ts';
import { BEHIND_A_PROXY } from '../../support/load/load-generator.ts';
import { startProbed } from '../../support/load/server-with-probe.ts';
import { atMost, describeRun, reportChecks } from '../../support/load/bench-report.ts';
import { EXPECTED_STATUSES, findTarget, runCrowd } from './crowd.ts';

const CONNECTIONS = 400;
const REST_MS = 60_000;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);

buildSite();
const description = describeRun();
const installation = await createInstallation();
try {
  const { server, probe } = await startProbed(installation, BEHIND_A_PROXY);
  const target = await findTarget(server);
  // A first run, because caches and pools are allocated at first use and are not to count as growth.
  await runCrowd(target, { kind: 'forms', connections: CONNECTIONS, seconds: 2, ipAddresses: CONNECTIONS });
  const before = await probe();
  const checks = [];
  for (const kind of ['forms', 'calls'] as const) {
    for (const ipAddresses of [1, CONNECTIONS]) {
      const run = await runCrowd(target, { kind, connections: CONNECTIONS, seconds, ipAddresses });
      const responses = [...run.statuses]
        .map(([status, count]) => `${status || 'none'}: ${count}`)
        .join(', ');
      const from = `${kind} from ${ipAddresses === 1 ? 'one IP address' : `${ipAddresses} IP addresses`}`;
      checks.push(
        { what: `${from}: responses by status`, found: responses, isMet: !run.statuses.has(0) },
        {
          what: `${from}: what others got`,
          found: run.othersStatuses.join(', '),
          isMet: run.othersStatuses.join() === EXPECTED_STATUSES.join(),
        },
        atMost(100, `${from}: others’ home page, p99 ms`, run.p99Ms('home')),
        atMost(500, `${from}: others’ leads, p99 ms`, run.p99Ms('lead')),
        atMost(500, `${from}: staff’s inbox, p99 ms`, run.p99Ms('inbox')),
        atMost(100, `${from}: /healthz, p99 ms`, run.p99Ms('health')),
      );
    }
  }
  await delay(REST_MS);
  const after = await probe();
  const errors = server.log.filter(({ level }) => level >= 50);
  console.log(
    `${description}\n\nResident memory after garbage collection: ${before.rssMb} MB before, ${after.rssMb} MB a minute later. Lines in the log: ${server.log.length}.`,
  );
  reportChecks([
    ...checks,
    atMost(50, 'growth of memory after a minute, MB', after.rssMb - before.rssMb),
    atMost(0, 'lines in the log that are errors', errors.length),
  ]);
} finally {
  await installation.close();
}
