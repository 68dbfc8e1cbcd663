/**
 * `npm run bench:load`: leads from 20 and from 200 clients for a minute each, beside the least that Node and
 * PostgreSQL can do together, on the same database; then 400 connections, and 50 leads a second for ten
 * minutes. Other lengths: `-- --seconds 5 --burst-seconds 5 --open-seconds 20`. Prints tables in Markdown; ends
 * with 1 when a target is missed.
 */
import { parseArgs } from 'node:util';
import buildSite from '../tests/support/built-site.ts';
import { embeddedDatabaseUrl, startProduct } from '../tests/support/product.ts';
import { describeRun } from './describe-run.ts';
import {
  BEHIND_A_PROXY,
  findUnexpected,
  readMemoryMb,
  sendAtRate,
  sendFromClients,
  type Figures,
} from './load/clients.ts';
import { startLeadFloor } from './load/floor.ts';
import { markdownTable } from './markdown-table.ts';

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

type Check = { target: string; figure: number; isMet: boolean };
const checks: Check[] = [];

try {
  const rows = [];
  let ofTheFloor = Number.NaN;
  let p99Ms = Number.NaN;
  for (const clients of [20, 200]) {
    const least = await sendFromClients(floor.url, clients, { seconds: Number(values.seconds) });
    const before = await readMemoryMb(pid);
    const ours = await sendFromClients(url, clients, { seconds: Number(values.seconds) });
    const ratio = ours.perSecond / least.perSecond;
    if (clients === 20) [ofTheFloor, p99Ms] = [ratio, ours.p99Ms];
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
  const openStored = open.statuses.get(201) ?? 0;
  const openSent = [...open.statuses.values()].reduce((sum, count) => sum + count, 0);
  const growth = lastMb / firstMb;
  checks.push(
    { target: '20 clients, of the floor ≥ 0.6', figure: ofTheFloor, isMet: ofTheFloor >= 0.6 },
    { target: '20 clients, p99 ≤ 150 ms', figure: p99Ms, isMet: p99Ms <= 150 },
    { target: '400 connections, p99 ≤ 2,000 ms', figure: burst.p99Ms, isMet: burst.p99Ms <= 2_000 },
    { target: '50 a second, not stored: 0', figure: openSent - openStored, isMet: openStored === openSent },
    { target: '50 a second, p95 ≤ 50 ms', figure: open.p95Ms, isMet: open.p95Ms <= 50 },
    { target: '50 a second, p99 ≤ 150 ms', figure: open.p99Ms, isMet: open.p99Ms <= 150 },
    { target: '50 a second, memory after its first minute × ≤ 1.1', figure: growth, isMet: growth <= 1.1 },
    { target: '50 a second, memory ≤ 300 MB', figure: lastMb, isMet: lastMb <= 300 },
    { target: 'answers that are none of the right ones: 0', figure: wrongAnswers, isMet: wrongAnswers === 0 },
  );
  console.log(`${description}\n\n${markdownTable(rows)}\n\n${markdownTable(loose)}\n`);
  console.log(
    `Memory at the end of each minute of the open loop: ${memory.join(', ') || 'shorter than one'} MB.\n`,
  );
  console.log(
    markdownTable(
      checks.map(({ target, figure, isMet }) => ({
        Target: target,
        Figure: Number(figure.toFixed(2)),
        '': isMet ? 'met' : '**missed**',
      })),
    ),
  );
} finally {
  await floor.close();
  await product.close();
}
process.exit(checks.every(({ isMet }) => isMet) ? 0 : 1);
