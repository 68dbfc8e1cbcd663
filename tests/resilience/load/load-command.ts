/**
 * `npm run test:load`: leads from 200 and from 400 clients, then 50 leads a second for ten minutes. Other durations:
 * `npm run test:load -- --seconds 5 --open-seconds 20`. Prints a table in Markdown; exits with 1 when a target is
 * missed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import buildSite from '../../support/site/build-site.ts';
import {
  BEHIND_A_PROXY,
  findUnexpected,
  sendAtRate,
  sendFromClients,
  type Figures,
} from '../../support/load/load-generator.ts';
import { startProduct } from '../../support/server/product.ts';
import { atMost, describeRun, markdownTable, reportChecks, sum } from '../../support/load/bench-report.ts';

const OPEN_PER_SECOND = 50;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    'open-seconds': { type: 'string', default: '600' },
  },
});
const [seconds, openSeconds] = [Number(values.seconds), Number(values['open-seconds'])];

buildSite();
const description = describeRun();
const product = await startProduct(BEHIND_A_PROXY);
const url = `${product.server.url}/rest/v1/leads`;

/** The server's resident memory; NaN where there is no /proc. */
function readMemoryMb(): number {
  const file = `/proc/${product.server.pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

function toRow(what: string, figures: Figures, memoryMb: [before: number, after: number]) {
  const count = (status: number) => figures.statuses.get(status) ?? 0;
  const other = findUnexpected(figures).map((status) => `${status}: ${count(status)}`);
  return {
    what,
    'responses/s': figures.perSecond,
    'p50 ms': figures.p50Ms,
    'p95 ms': figures.p95Ms,
    'p99 ms': figures.p99Ms,
    stored: count(201),
    'status 429': count(429),
    'status 503': count(503),
    other: other.join(', ') || 'none',
    'memory, MB': memoryMb.join(' → '),
  };
}

const countWrong = (figures: Figures) =>
  sum(findUnexpected(figures).map((status) => figures.statuses.get(status) ?? 0)) + figures.withoutRetryAfter;

async function sendFrom(clients: number) {
  const before = readMemoryMb();
  const figures = await sendFromClients(url, clients, { seconds });
  return { figures, row: toRow(`${clients} clients, ${seconds} s`, figures, [before, readMemoryMb()]) };
}

try {
  const many = await sendFrom(200);
  const burst = await sendFrom(400);

  const memory: number[] = [];
  const everyMinute = setInterval(() => memory.push(readMemoryMb()), 60_000);
  const open = await sendAtRate(url, OPEN_PER_SECOND, openSeconds);
  clearInterval(everyMinute);
  const lastMb = readMemoryMb();
  const firstMb = memory[0] ?? lastMb;

  const openRow = toRow(`${OPEN_PER_SECOND} leads a second, ${openSeconds} s`, open, [firstMb, lastMb]);
  console.log(`${description}\n\n${markdownTable([many.row, burst.row, openRow])}\n`);
  console.log(
    `Memory at the end of each minute of the open loop: ${memory.join(', ') || 'under a minute'} MB.`,
  );
  reportChecks([
    atMost(2_000, '400 clients, p99 ms', burst.figures.p99Ms),
    atMost(0, '50 a second, not stored', sum([...open.statuses.values()]) - (open.statuses.get(201) ?? 0)),
    atMost(50, '50 a second, p95 ms', open.p95Ms),
    atMost(150, '50 a second, p99 ms', open.p99Ms),
    atMost(1.1, '50 a second, memory as a multiple of the first minute’s', lastMb / firstMb),
    atMost(300, '50 a second, memory MB', lastMb),
    atMost(0, 'wrong responses', sum([many.figures, burst.figures, open].map(countWrong))),
  ]);
} finally {
  await product.close();
}
