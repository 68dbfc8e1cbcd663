import pg from 'pg';
import { startBaselineLeadServer } from '#support/load/baseline-lead-server.ts';
import { atLeast, atMost, sum } from '#support/load/bench-report.ts';
import { embeddedDatabaseUrl } from '#support/server/installation.ts';
import { BEHIND_A_PROXY, sendFromClients } from '#support/load/load-generator.ts';
import { startProduct } from '#support/server/product.ts';
import { report } from '../support/command.ts';
import { medians, takeTurns } from '../support/take-turns.ts';

type Options = { rounds: number; seconds: number };

type Row = { name: string; 'leads/s': number; 'p50 ms': number; 'p99 ms': number; 'not 201': number };

const CLIENTS = 20;

/**
 * Starts the product. The limits per IP address are on, and each lead comes from a different address. The limit of all
 * leads together is off: above 300 leads a minute it would mark leads as a flood, and above 20,000 a day refuse them.
 */
async function openLeads({ rounds, seconds }: Options) {
  await using opening = new AsyncDisposableStack();
  const product = opening.adopt(await startProduct(BEHIND_A_PROXY), (started) => started.close());
  product.server.stopCollecting();
  const databaseUrl = await embeddedDatabaseUrl(product.dataDir);
  const database = opening.adopt(new pg.Client(databaseUrl), (client) => client.end());
  await database.connect();
  const opened = opening.move();

  async function send(url: string, hasKey = true) {
    const { perSecond, p50Ms, p99Ms, statuses } = await sendFromClients(url, CLIENTS, { seconds }, hasKey);
    // The server would otherwise send their mails during the next turn.
    await database.query('update private.notifications set sent_at = now() where sent_at is null');
    const refused = sum([...statuses.values()]) - (statuses.get(201) ?? 0);
    return { 'leads/s': perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'not 201': refused };
  }

  return {
    url: `${product.server.url}/rest/v1/leads`,
    databaseUrl,
    /** Sends leads in turns. @returns the medians of both, in their order, and of all turns the leads not stored */
    compare: async (ways: Record<string, { url: string; hasKey?: boolean }>) => {
      const turns = await takeTurns(rounds, ways, ({ url, hasKey }) => send(url, hasKey));
      return Object.entries(turns).map(([name, all]) => ({
        name,
        ...medians(all),
        'not 201': sum(all.map((turn) => turn['not 201'])),
      })) as [Row, Row];
    },
    how: `${CLIENTS} clients, medians of ${rounds} interleaved rounds of ${seconds} s`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export async function measureInserts(options: Options): Promise<void> {
  await using leads = await openLeads(options);
  const baselineServer = await startBaselineLeadServer(leads.databaseUrl);
  const [baseline, own] = await leads.compare({
    'baseline: node:http + pg': { url: baselineServer.url },
    'this server': { url: leads.url },
  });
  await baselineServer.close();
  const [rate, wait] = [own['leads/s'] / baseline['leads/s'], own['p99 ms'] / baseline['p99 ms']];
  report(
    leads.how,
    [
      { ...baseline, 'rate, of the baseline': 1, 'p99, of the baseline': 1 },
      { ...own, 'rate, of the baseline': rate, 'p99, of the baseline': wait },
    ],
    [
      atLeast(0.25, 'rate, of the baseline', rate),
      atMost(3, 'p99, of the baseline', wait),
      atMost(0, 'not 201', own['not 201']),
    ],
  );
}

export async function measureKeys(options: Options): Promise<void> {
  await using leads = await openLeads(options);
  const [withKey, withoutKey] = await leads.compare({
    'leads with a key': { url: leads.url },
    'leads without a key': { url: leads.url, hasKey: false },
  });
  report(
    leads.how,
    [withKey, withoutKey],
    [
      atLeast(0.95, 'rate, of that without keys', withKey['leads/s'] / withoutKey['leads/s']),
      atMost(0, 'not 201', withKey['not 201'] + withoutKey['not 201']),
    ],
  );
}
