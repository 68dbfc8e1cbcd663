/**
 * `npm run bench:leads`: how many leads a second the server takes from 20 clients, beside the least that Node
 * and PostgreSQL can do together, on the same database, in turns. Limits per address are on, and each lead
 * comes from another address; the brake on all leads together is off, since it would end the measuring after
 * 300. The mails that a round leaves behind are taken away: they would be sent in the floor's time. Prints a
 * table, of which only the ratio means something on another machine; ends with 1 when a target is missed.
 */
import pg from 'pg';
import buildSite from '../tests/support/built-site.ts';
import { embeddedDatabaseUrl, startProduct } from '../tests/support/product.ts';
import { describeRun } from './describe-run.ts';
import { BEHIND_A_PROXY, sendFromClients, type Figures } from '../tests/support/lead-clients.ts';
import { startLeadFloor } from '../tests/support/lead-baseline.ts';
import { markdownTable } from '../tests/support/report.ts';
import { median } from './median.ts';

const CLIENTS = 20;
const SECONDS = 5;
const ROUNDS = 5;

const LEAST_OF_THE_FLOOR = 0.4;
const MOST_P99_MS = 20;

buildSite();
const description = describeRun(new Date());
const product = await startProduct(BEHIND_A_PROXY);
const databaseUrl = await embeddedDatabaseUrl(product.dataDir);
const floor = await startLeadFloor(databaseUrl);
const database = new pg.Client(databaseUrl);
await database.connect();

const contenders = [
  { name: 'floor: node:http + pg', url: floor.url, rounds: [] as Figures[] },
  { name: 'this server', url: `${product.server.url}/rest/v1/leads`, rounds: [] as Figures[] },
];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { url, rounds } of contenders) {
    rounds.push(await sendFromClients(url, CLIENTS, { seconds: SECONDS }));
    await database.query('update private.notifications set sent_at = now() where sent_at is null');
  }
}

function countOthers({ statuses }: Figures): number {
  return [...statuses].reduce((sum, [status, count]) => (status === 201 ? sum : sum + count), 0);
}

const rows = contenders.map(({ name, rounds }) => ({
  name,
  'leads/s': median(rounds.map(({ perSecond }) => perSecond)),
  'p50 ms': median(rounds.map(({ p50Ms }) => p50Ms)),
  'p99 ms': median(rounds.map(({ p99Ms }) => p99Ms)),
  'not 201': rounds.reduce((sum, figures) => sum + countOthers(figures), 0),
}));
const [floorRow, ourRow] = rows;
const ofTheFloor = (row = floorRow) =>
  Number(((row?.['leads/s'] ?? 0) / (floorRow?.['leads/s'] ?? 0)).toFixed(2));
console.log(`${description}; ${CLIENTS} clients, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s\n`);
console.log(markdownTable(rows.map((row) => ({ ...row, 'of the floor': ofTheFloor(row) }))));
const isMet =
  ofTheFloor(ourRow) >= LEAST_OF_THE_FLOOR &&
  Number(ourRow?.['p99 ms']) <= MOST_P99_MS &&
  ourRow?.['not 201'] === 0;
console.log(
  `\nOf the floor at least ${LEAST_OF_THE_FLOOR}, p99 at most ${MOST_P99_MS} ms, every answer 201: ${isMet ? 'met' : '**missed**'}`,
);

await database.end();
await floor.close();
await product.close();
process.exitCode = isMet ? 0 : 1;
