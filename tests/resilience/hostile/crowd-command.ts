/**
 * `npm run test:crowd`: 400 connections post forms with a mistake, first all from one address and then from 400,
 * while others use the site. `-- --seconds 5` is shorter. Prints a table in Markdown; exits with 1 when a target is
 * missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import { createInstallation } from '../../support/installation.ts';
import { BEHIND_A_PROXY } from '../../support/lead-clients.ts';
import { startProbed } from '../../support/probed-server.ts';
import { atMost, describeRun, reportChecks } from '../../support/report.ts';
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
  // Memory that is allocated at the first use does not count.
  await runCrowd({ url: server.url, connections: CONNECTIONS, seconds: 2, addresses: CONNECTIONS });
  const before = await probe();
  const checks = [];
  for (const addresses of [1, CONNECTIONS]) {
    const run = await runCrowd({ url: server.url, connections: CONNECTIONS, seconds, addresses });
    const answers = [...run.statuses].map(([status, count]) => `${status || 'none'}: ${count}`).join(', ');
    const from = `from ${addresses === 1 ? 'one address' : `${addresses} addresses`}`;
    checks.push(
      { what: `forms ${from}, answered`, found: answers, isMet: !run.statuses.has(0) },
      {
        what: `${from}: others’ answers`,
        found: run.othersStatuses.join(', '),
        isMet: run.othersStatuses.join() === '200,201',
      },
      atMost(100, `${from}: others’ home page, p99 ms`, run.p99Ms('home')),
      atMost(500, `${from}: others’ lead, p99 ms`, run.p99Ms('lead')),
      atMost(100, `${from}: /healthz, p99 ms`, run.p99Ms('health')),
    );
  }
  await delay(REST_MS);
  const after = await probe();
  console.log(`${description}\n\nMemory, garbage collected: resident ${before.rssMb} → ${after.rssMb} MB.`);
  reportChecks([...checks, atMost(50, 'growth of memory after a minute, MB', after.rssMb - before.rssMb)]);
} finally {
  await installation.close();
}
