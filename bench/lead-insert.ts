/**
 * `npm run bench:leads`: how many leads a second the server takes, beside the least that Node and PostgreSQL
 * can do together (`node:http`, one plain insert, no role, rules or notification), on the same database,
 * in turns. The limits per address are on, and each lead comes from another address; the brake on all leads
 * together is off, since it would end the measuring after 300. Prints a table; only the ratio means something
 * on another machine.
 */
import autocannon from 'autocannon';
import buildSite from '../tests/support/built-site.ts';
import { embeddedDatabaseUrl, startProduct } from '../tests/support/product.ts';
import { VALUATION_LEAD } from '../tests/support/leads.ts';
import { PUBLISHABLE_KEY } from '../tests/support/publishable-key.ts';
import { describeRun } from './describe-run.ts';
import { startLeadFloor } from './load/floor.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './median.ts';

const CONNECTIONS = 20;
const SECONDS = 5;
const ROUNDS = 5;

type Contender = { name: string; url: string; headers: Record<string, string> };
type Figures = { perSecond: number; p50Ms: number; p99Ms: number; errors: number };

let addresses = 0;

/** Another address for each request, as the trusted proxy tells it. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 0xff}.${(addresses >> 8) & 0xff}.${addresses & 0xff}`;
}

async function measure({ url, headers }: Contender): Promise<Figures> {
  const result = await autocannon({
    url,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(VALUATION_LEAD),
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'x-forwarded-for': nextAddress() },
        }),
      },
    ],
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}

buildSite();
const description = describeRun(new Date());
const product = await startProduct({ LEADS_PER_ADDRESS: '', TRUST_PROXY: '127.0.0.1' });
const floor = await startLeadFloor(await embeddedDatabaseUrl(product.dataDir));

const contenders: Contender[] = [
  { name: 'floor: node:http + pg', url: floor.url, headers: {} },
  { name: 'this server', url: `${product.server.url}/rest/v1/leads`, headers: { apikey: PUBLISHABLE_KEY } },
];
const rounds: Figures[][] = contenders.map(() => []);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, contender] of contenders.entries()) rounds[index]?.push(await measure(contender));
}

const rows = contenders.map(({ name }, index) => {
  const figures = rounds[index] ?? [];
  return {
    name,
    'leads/s': Math.round(median(figures.map(({ perSecond }) => perSecond))),
    'p50 ms': median(figures.map(({ p50Ms }) => p50Ms)),
    'p99 ms': median(figures.map(({ p99Ms }) => p99Ms)),
    errors: figures.reduce((sum, { errors }) => sum + errors, 0),
  };
});
const floorRate = rows[0]?.['leads/s'] ?? Number.NaN;
console.log(
  `${description}; ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s\n`,
);
console.log(
  markdownTable(
    rows.map((row) => ({ ...row, 'of the floor': Number((row['leads/s'] / floorRate).toFixed(2)) })),
  ),
);

await floor.close();
await product.close();
