/**
 * `npm run bench:load`: leads from 20 and from 200 clients for a minute each, beside the least that Node and
 * PostgreSQL can do together, on the same database; then 400 connections, and 50 leads a second for ten
 * minutes. Other lengths: `-- --seconds 5 --burst-seconds 5 --open-seconds 20`. Prints tables in Markdown; ends
 * with 1 when an answer was neither 201, nor 429 or 503 that say when to come back.
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
let broken = 0;

function toRow(what: string, figures: Figures, before: number, after: number) {
  const { statuses, perSecond, p50Ms, p95Ms, p99Ms, withoutRetryAfter } = figures;
  const count = (status: number) => statuses.get(status) ?? 0;
  broken += findUnexpected(figures).length + withoutRetryAfter;
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

try {
  const rows = [];
  for (const clients of [20, 200]) {
    const least = await sendFromClients(floor.url, clients, Number(values.seconds));
    const before = await readMemoryMb(pid);
    const ours = await sendFromClients(url, clients, Number(values.seconds));
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
        'of the floor': (ours.perSecond / least.perSecond).toFixed(2),
      },
    );
  }

  const beforeBurst = await readMemoryMb(pid);
  const burst = await sendFromClients(url, BURST_CONNECTIONS, Number(values['burst-seconds']));
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
  loose.push(
    toRow(
      `${OPEN_PER_SECOND} leads a second, ${values['open-seconds']} s`,
      open,
      memory[0] ?? beforeOpen,
      await readMemoryMb(pid),
    ),
  );
  console.log(`${description}\n\n${markdownTable(rows)}\n\n${markdownTable(loose)}\n`);
  console.log(
    `Memory at the end of each minute of the open loop: ${memory.join(', ') || 'shorter than one'} MB.`,
  );
} finally {
  await floor.close();
  await product.close();
}
process.exit(broken > 0 ? 1 : 0);
