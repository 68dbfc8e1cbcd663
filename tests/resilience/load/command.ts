/**
 * `npm run test:load`: leads from 20 and from 200 clients for a minute each, beside the least that Node and
 * PostgreSQL can do together, on the same database; then 400 connections, and 50 leads a second for ten
 * minutes. Other lengths: `-- --seconds 5 --burst-seconds 5 --open-seconds 20`. Prints tables in Markdown; ends
 * with 1 when a target is missed.
 */
import { parseArgs } from 'node:util';
import buildSite from '../../support/built-site.ts';
import { embeddedDatabaseUrl, startProduct } from '../../support/product.ts';
import { describeRun } from '../../../bench/describe-run.ts';
import {
  BEHIND_A_PROXY,
  findUnexpected,
  readMemoryMb,
  sendAtRate,
  sendFromClients,
  type Figures,
} from '../../support/lead-clients.ts';
import { startLeadFloor } from '../../support/lead-baseline.ts';
import { markdownTable } from '../../support/report.ts';

const OPEN_PER_SECOND = 50;
const BURST_CONNECTIONS = 400;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'burst-seconds': { type: 'string', default: '30' },
    'open-seconds': { type: 'string', default: '600' },
  },
});

buildSite();
const description = describeRun(new Date());
const product = await startProduct(BEHIND_A_PROXY);
const floor = await startLeadFloor(await embeddedDatabaseUrl(product.dataDir));
const { pid } = product.server;
const url = `${product.server.url}/rest/v1/leads`;
let wrongAnswers = 0;

function toRow(what: string, figures: Figures, before: number, after: number) {
  const { statuses, perSecond, p50Ms, p95Ms, p99Ms, withoutRetryAfter } = figures;
  const count = (status: number) => statuses.get(status) ?? 0;
  wrongAnswers += findUnexpected(figures).reduce((sum, status) => sum + count(status), withoutRetryAfter);
  return {
    what,
    'answers/s': perSecond,
    'p50 ms': p50Ms,
    'p95 ms': p95Ms,
    'p99 ms': p99Ms,
    stored: count(201),
    'told 429': count(429),
    'told 503': count(503),
    other:
      findUnexpected(figures)
        .map((status) => `${status}: ${count(status)}`)
        .join(', ') || 'none',
    'memory, MB': Number.isNaN(before) ? '' : `${before} → ${after}`,
  };
}

type Target = { what: string; figure: number } & ({ atLeast: number } | { atMost: number });
const isMet = (target: Target) =>
  'atLeast' in target ? target.figure >= target.atLeast : target.figure <= target.atMost;
const targets: Target[] = [];

try {
  const rows = [];
  for (const clients of [20, 200]) {
    const least = await sendFromClients(floor.url, clients, { seconds: Number(values.seconds) });
    const before = await readMemoryMb(pid);
    const ours = await sendFromClients(url, clients, { seconds: Number(values.seconds) });
    const ratio = ours.perSecond / least.perSecond;
    if (clients === 20) {
      targets.push(
        { what: '20 clients, of the floor', figure: ratio, atLeast: 0.6 },
        { what: '20 clients, p99 ms', figure: ours.p99Ms, atMost: 150 },
      );
    }
    rows.push(
      {
        ...toRow(`floor, ${clients} clients, ${values.seconds} s`, least, Number.NaN, Number.NaN),
        'of the floor': '',
      },
      {
        ...toRow(
          `this server, ${clients} clients, ${values.seconds} s`,
          ours,
          before,
          await readMemoryMb(pid),
        ),
        'of the floor': ratio.toFixed(2),
      },
    );
  }

  const beforeBurst = await readMemoryMb(pid);
  const burst = await sendFromClients(url, BURST_CONNECTIONS, { seconds: Number(values['burst-seconds']) });
  const loose = [
    toRow(
      `${BURST_CONNECTIONS} connections, ${values['burst-seconds']} s`,
      burst,
      beforeBurst,
      await readMemoryMb(pid),
    ),
  ];

  const memory: number[] = [];
  const beforeOpen = await readMemoryMb(pid);
  const open = await sendAtRate(url, OPEN_PER_SECOND, Number(values['open-seconds']), async () => {
    memory.push(await readMemoryMb(pid));
  });
  const [firstMb, lastMb] = [memory[0] ?? beforeOpen, await readMemoryMb(pid)];
  const openName = `${OPEN_PER_SECOND} leads a second, ${values['open-seconds']} s`;
  loose.push(toRow(openName, open, firstMb, lastMb));
  const openSent = [...open.statuses.values()].reduce((sum, count) => sum + count, 0);
  targets.push(
    { what: '400 connections, p99 ms', figure: burst.p99Ms, atMost: 2_000 },
    { what: '50 a second, not stored', figure: openSent - (open.statuses.get(201) ?? 0), atMost: 0 },
    { what: '50 a second, p95 ms', figure: open.p95Ms, atMost: 50 },
    { what: '50 a second, p99 ms', figure: open.p99Ms, atMost: 150 },
    { what: '50 a second, memory, of its first minute’s', figure: lastMb / firstMb, atMost: 1.1 },
    { what: '50 a second, memory MB', figure: lastMb, atMost: 300 },
    { what: 'answers that are none of the right ones', figure: wrongAnswers, atMost: 0 },
  );
  console.log(`${description}\n\n${markdownTable(rows)}\n\n${markdownTable(loose)}\n`);
  console.log(
    `Memory at the end of each minute of the open loop: ${memory.join(', ') || 'shorter than one'} MB.\n`,
  );
  console.log(
    markdownTable(
      targets.map((target) => ({
        Target: `${target.what} ${'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`}`,
        Figure: Number(target.figure.toFixed(2)),
        '': isMet(target) ? 'met' : '**missed**',
      })),
    ),
  );
} finally {
  await floor.close();
  await product.close();
}
process.exit(targets.every(isMet) ? 0 : 1);
