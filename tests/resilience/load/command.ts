/**
 * `npm run test:load`: leads from 20 and from 200 clients for a minute each, beside a baseline on the same
 * database; then 400 connections, and 50 leads a second for ten minutes. Other lengths:
 * `-- --seconds 5 --burst-seconds 5 --open-seconds 20`. Prints tables in Markdown; exits with 1 when a target
 * is missed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startBaselineLeadServer } from '../../support/baseline-lead-server.ts';
import buildSite from '../../support/built-site.ts';
import { embeddedDatabaseUrl } from '../../support/installation.ts';
import {
  BEHIND_A_PROXY,
  findUnexpected,
  sendAtRate,
  sendFromClients,
  type Figures,
} from '../../support/lead-clients.ts';
import { startProduct } from '../../support/product.ts';
import { atLeast, atMost, describeRun, markdownTable, reportChecks, sum } from '../../support/report.ts';

const OPEN_PER_SECOND = 50;
const BURST_CONNECTIONS = 400;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'burst-seconds': { type: 'string', default: '30' },
    'open-seconds': { type: 'string', default: '600' },
  },
});
const [seconds, burstSeconds, openSeconds] = [
  Number(values.seconds),
  Number(values['burst-seconds']),
  Number(values['open-seconds']),
];

buildSite();
const description = describeRun();
const product = await startProduct(BEHIND_A_PROXY);
const baseline = await startBaselineLeadServer(await embeddedDatabaseUrl(product.dataDir));
const url = `${product.server.url}/rest/v1/leads`;

/** The server's resident memory; NaN where there is no /proc. */
function readMemoryMb(): number {
  const file = `/proc/${product.server.pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

function toRow(what: string, figures: Figures, memory = '') {
  const count = (status: number) => figures.statuses.get(status) ?? 0;
  return {
    what,
    'answers/s': figures.perSecond,
    'p50 ms': figures.p50Ms,
    'p95 ms': figures.p95Ms,
    'p99 ms': figures.p99Ms,
    stored: count(201),
    'status 429': count(429),
    'status 503': count(503),
    other:
      findUnexpected(figures)
        .map((status) => `${status}: ${count(status)}`)
        .join(', ') || 'none',
    'memory, MB': memory,
  };
}

const countWrong = (figures: Figures) =>
  sum(findUnexpected(figures).map((status) => figures.statuses.get(status) ?? 0)) + figures.withoutRetryAfter;

async function compareWithBaseline(clients: number) {
  const baselineFigures = await sendFromClients(baseline.url, clients, { seconds });
  const memoryBefore = readMemoryMb();
  const figures = await sendFromClients(url, clients, { seconds });
  const ratio = figures.perSecond / baselineFigures.perSecond;
  const rows = [
    { ...toRow(`baseline, ${clients} clients, ${seconds} s`, baselineFigures), 'of the baseline': '' },
    {
      ...toRow(
        `this server, ${clients} clients, ${seconds} s`,
        figures,
        `${memoryBefore} → ${readMemoryMb()}`,
      ),
      'of the baseline': ratio.toFixed(2),
    },
  ];
  return { rows, ratio, figures, wrong: countWrong(baselineFigures) + countWrong(figures) };
}

try {
  const few = await compareWithBaseline(20);
  const many = await compareWithBaseline(200);

  const memoryBeforeBurst = readMemoryMb();
  const burst = await sendFromClients(url, BURST_CONNECTIONS, { seconds: burstSeconds });
  const memoryAfterBurst = readMemoryMb();

  const memory: number[] = [];
  const open = await sendAtRate(url, OPEN_PER_SECOND, openSeconds, () => {
    memory.push(readMemoryMb());
    return Promise.resolve();
  });
  const [firstMb, lastMb] = [memory[0] ?? memoryAfterBurst, readMemoryMb()];

  const rows = [
    toRow(
      `${BURST_CONNECTIONS} connections, ${burstSeconds} s`,
      burst,
      `${memoryBeforeBurst} → ${memoryAfterBurst}`,
    ),
    toRow(`${OPEN_PER_SECOND} leads a second, ${openSeconds} s`, open, `${firstMb} → ${lastMb}`),
  ];
  console.log(`${description}\n\n${markdownTable([...few.rows, ...many.rows])}\n\n${markdownTable(rows)}\n`);
  console.log(
    `Memory at the end of each minute of the open loop: ${memory.join(', ') || 'under a minute'} MB.`,
  );
  reportChecks([
    atLeast(0.6, '20 clients, of the baseline', few.ratio),
    atMost(150, '20 clients, p99 ms', few.figures.p99Ms),
    atMost(2_000, '400 connections, p99 ms', burst.p99Ms),
    atMost(0, '50 a second, not stored', sum([...open.statuses.values()]) - (open.statuses.get(201) ?? 0)),
    atMost(50, '50 a second, p95 ms', open.p95Ms),
    atMost(150, '50 a second, p99 ms', open.p99Ms),
    atMost(1.1, '50 a second, memory, of its first minute’s', lastMb / firstMb),
    atMost(300, '50 a second, memory MB', lastMb),
    atMost(0, 'wrong answers', few.wrong + many.wrong + countWrong(burst) + countWrong(open)),
  ]);
} finally {
  await baseline.close();
  await product.close();
}
