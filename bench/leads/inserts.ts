import pg from 'pg';
import { startBaselineLeadServer } from '#support/baseline-lead-server.ts';
import { atLeast, atMost, sum } from '#support/bench-report.ts';
import { embeddedDatabaseUrl } from '#support/installation.ts';
import { BEHIND_A_PROXY, sendFromClients } from '#support/load-generator.ts';
import { startProduct } from '#support/product.ts';
import { report } from '../support/command.ts';
import { medians, takeTurns } from '../support/take-turns.ts';

const CLIENTS = 20;

/**
 * Sends leads in turns to this server and to the baseline. The limits per IP address are on, and each lead comes from a
 * different address. The limit of all leads together is off: above 300 leads a minute it would mark leads as a flood, and
 * above 20,000 a day refuse them.
 */
export async function measureInserts({ rounds, seconds }: { rounds: number; seconds: number }): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const product = opened.use(await startProduct(BEHIND_A_PROXY));
  product.server.stopCollecting();
  const databaseUrl = await embeddedDatabaseUrl(product.dataDir);
  const database = opened.adopt(new pg.Client(databaseUrl), (client) => client.end());
  await database.connect();
  const baseline = opened.adopt(await startBaselineLeadServer(databaseUrl), (server) => server.close());

  const urls = {
    'baseline: node:http + pg': baseline.url,
    'this server': `${product.server.url}/rest/v1/leads`,
  };
  const turns = await takeTurns(rounds, urls, async (url) => {
    const { perSecond, p50Ms, p99Ms, statuses } = await sendFromClients(url, CLIENTS, { seconds });
    // The server would otherwise send their mails during the next turn.
    await database.query('update private.notifications set sent_at = now() where sent_at is null');
    const refused = sum([...statuses.values()]) - (statuses.get(201) ?? 0);
    return { 'leads/s': perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'not 201': refused };
  });
  const least = medians(turns['baseline: node:http + pg']);
  const rows = Object.entries(turns).map(([name, all]) => {
    const figures = { ...medians(all), 'not 201': sum(all.map((turn) => turn['not 201'])) };
    return {
      name,
      ...figures,
      'rate, of the baseline': figures['leads/s'] / least['leads/s'],
      'p99, of the baseline': figures['p99 ms'] / least['p99 ms'],
    };
  });
  const own = rows[1];
  report(
    `${CLIENTS} clients, medians of ${rounds} interleaved rounds of ${seconds} s`,
    rows,
    own && [
      atLeast(0.25, 'rate, of the baseline', own['rate, of the baseline']),
      atMost(3, 'p99, of the baseline', own['p99, of the baseline']),
      atMost(0, 'not 201', own['not 201']),
    ],
  );
}
