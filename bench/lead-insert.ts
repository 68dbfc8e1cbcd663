/**
 * `npm run bench:leads`: how many leads a second the server stores for 20 HTTP clients. The server takes turns with a
 * baseline: a bare `node:http` server that inserts into the same database. Notifications that are pending after a turn
 * are marked as sent, because the server would otherwise send their mails during the baseline's turn.
 *
 * The limits per IP address are on, and each lead comes from a different address. The limit of all leads together is
 * off: above 300 leads a minute it would mark leads as a flood, and above 20,000 a day refuse them.
 *
 * Prints a table; exits with 1 when a target is missed. Of its figures, only the ratios to the baseline can be compared
 * with other machines. The defaults are `--rounds 12` and `--seconds 5` a turn: V8 compiles the server's code during the
 * first rounds, so the median of few rounds is that of a server that has just started. `--keys` adds rounds in which
 * leads with a key to the seller's page take turns with leads without one, and a target for the ratio of their rates.
 * The baseline has no turn in these rounds, because work that it leaves behind slows the turn after it.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBaselineLeadServer } from '../tests/support/baseline-lead-server.ts';
import buildSite from '../tests/support/build-site.ts';
import { embeddedDatabaseUrl } from '../tests/support/installation.ts';
import { BEHIND_A_PROXY, sendFromClients, type Figures } from '../tests/support/load-generator.ts';
import { startProduct } from '../tests/support/product.ts';
import {
  atLeast,
  atMost,
  describeRun,
  markdownTable,
  median,
  reportChecks,
  sum,
} from '../tests/support/bench-report.ts';
import { takeTurns } from './take-turns.ts';

const CLIENTS = 20;
const WITHOUT_KEY = 'leads without a key';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '5' },
    keys: { type: 'boolean', default: false },
  },
});

buildSite();
const description = describeRun();
const product = await startProduct(BEHIND_A_PROXY);
product.server.stopCollecting();
const databaseUrl = await embeddedDatabaseUrl(product.dataDir);
const baseline = await startBaselineLeadServer(databaseUrl);
const database = new pg.Client(databaseUrl);
await database.connect();

const leadsUrl = `${product.server.url}/rest/v1/leads`;
const measure = async (url: string, name: string) => {
  const amount = { seconds: Number(options.seconds) };
  const figures = await sendFromClients(url, CLIENTS, amount, name !== WITHOUT_KEY);
  await database.query('update private.notifications set sent_at = now() where sent_at is null');
  return figures;
};
const rounds = Number(options.rounds);
const turns = await takeTurns(
  rounds,
  { 'baseline: node:http + pg': baseline.url, 'this server': leadsUrl },
  measure,
);
const keyTurns = options.keys
  ? await takeTurns(rounds, { 'leads with a key': leadsUrl, [WITHOUT_KEY]: leadsUrl }, measure)
  : [];
await database.end();
await baseline.close();
await product.close();

const countRefused = ({ statuses }: Figures) => sum([...statuses.values()]) - (statuses.get(201) ?? 0);
const rows = [...turns, ...keyTurns].map(([name, each]) => ({
  name,
  'leads/s': median(each.map(({ perSecond }) => perSecond)),
  'p50 ms': median(each.map(({ p50Ms }) => p50Ms)),
  'p99 ms': median(each.map(({ p99Ms }) => p99Ms)),
  'not 201': sum(each.map(countRefused)),
}));
const toBaseline = (column: 'leads/s' | 'p99 ms') =>
  rows.map((row) => row[column] / (rows[0]?.[column] ?? 0));
const rates = toBaseline('leads/s');
const waits = toBaseline('p99 ms');
console.log(
  `${description}; ${CLIENTS} clients, medians of ${options.rounds} interleaved rounds of ${options.seconds} s\n`,
);
console.log(
  markdownTable(
    rows.map((row, index) => ({
      ...row,
      'rate, of the baseline': Number((rates[index] ?? 0).toFixed(2)),
      'p99, of the baseline': Number((waits[index] ?? 0).toFixed(2)),
    })),
  ),
);
reportChecks([
  atLeast(0.25, 'rate, of the baseline', rates[1] ?? Number.NaN),
  atMost(3, 'p99, of the baseline', waits[1] ?? Number.NaN),
  atMost(0, 'not 201', sum(rows.slice(1).map((row) => row['not 201']))),
  ...(options.keys
    ? [atLeast(0.95, 'rate, of that without keys', (rows[2]?.['leads/s'] ?? 0) / (rows[3]?.['leads/s'] ?? 0))]
    : []),
]);
