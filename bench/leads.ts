/**
 * `npm run bench -- leads [options]` measures how many leads a second are stored from 20 HTTP clients, in turns with a
 * baseline: a bare `node:http` server that inserts into the same database. It prints a table and whether its targets are
 * met, and exits with 1 if one is missed. Only the ratios to the baseline can be compared with other machines.
 *
 * `--rounds 12` and `--seconds 5` are the turns: V8 compiles the server's code during the first rounds, so the median of
 * few rounds is that of a server that has just started.
 */
import pg from 'pg';
import { atLeast, atMost, sum } from '#support/load/bench-report.ts';
import { BEHIND_A_PROXY, sendFromClients } from '#support/load/load-generator.ts';
import { embeddedDatabaseUrl } from '#support/server/installation.ts';
import { startProduct } from '#support/server/product.ts';
import buildSite from '#support/site/build-site.ts';
import { startBaselineLeadServer } from './support/baseline-lead-server.ts';
import { readCommand, report } from './support/command.ts';
import { medians, takeTurns } from './support/take-turns.ts';

const CLIENTS = 20;
const { options } = readCommand({}, { rounds: 12, seconds: 5 });

buildSite();
// The limits per IP address are on, and each lead comes from a different address. The limit of all leads together is
// off: above 300 leads a minute it would mark leads as a flood, and above 20,000 a day refuse them.
await using product = await startProduct(BEHIND_A_PROXY);
product.server.stopCollecting();
const databaseUrl = await embeddedDatabaseUrl(product.dataDir);
const database = new pg.Client(databaseUrl);
await database.connect();
const baselineServer = await startBaselineLeadServer(databaseUrl);

const urls = { baseline: baselineServer.url, 'this server': `${product.server.url}/rest/v1/leads` };
const turns = await takeTurns(options.rounds, urls, async (url) => {
  const { perSecond, p50Ms, p99Ms, statuses } = await sendFromClients(url, CLIENTS, options);
  // The server would otherwise send their mails during the next turn.
  await database.query('update private.notifications set sent_at = now() where sent_at is null');
  const refused = sum([...statuses.values()]) - (statuses.get(201) ?? 0);
  return { 'leads/s': perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'not 201': refused };
});
await database.end();
await baselineServer.close();

const [baseline, own] = [medians(turns.baseline), medians(turns['this server'])];
const [rate, wait] = [own['leads/s'] / baseline['leads/s'], own['p99 ms'] / baseline['p99 ms']];
report(
  `${CLIENTS} clients, medians of ${options.rounds} interleaved rounds of ${options.seconds} s`,
  [
    { name: 'baseline: node:http + pg', ...baseline, 'rate, of the baseline': 1, 'p99, of the baseline': 1 },
    { name: 'this server', ...own, 'rate, of the baseline': rate, 'p99, of the baseline': wait },
  ],
  [
    atLeast(0.25, 'rate, of the baseline', rate),
    atMost(3, 'p99, of the baseline', wait),
    atMost(0, 'not 201', sum(turns['this server'].map((turn) => turn['not 201']))),
  ],
);
