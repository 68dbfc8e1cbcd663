import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { queryKeepingConnection } from '../../server/database/query-keeping-connection.ts';
import { createLeadStore } from '../../server/leads/lead-store.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { median, percentile } from '#support/load/bench-report.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { readNumbers, report } from '../support/command.ts';
import { fillLeads } from '../support/fill-leads.ts';

const INSERTS = 500;
const READS = 100;
const NEWEST = 'select * from public.leads order by created_at desc limit 50';

type Stores = {
  operator: pg.Client;
  leads: ReturnType<typeof createLeadStore>;
  notifications: ReturnType<typeof createNotifications>;
};

/** @returns the time that each call of `work` took, in milliseconds */
async function time(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await work(index);
    durations.push(performance.now() - startedAt);
  }
  return durations;
}

async function insert({ leads }: Stores, index: number): Promise<void> {
  const outcome = await leads.insert({
    row: { ...VALUATION_LEAD, name: `Mairi Nr${index}` },
    submissionId: crypto.randomUUID(),
    suspectReasons: [],
    origin: 'page=/glasgow&utm_source=google&utm_campaign=spring',
    keyHash: undefined,
    clientIp: undefined,
  });
  if (!outcome.ok) throw new Error(`A lead was refused: ${JSON.stringify(outcome)}.`);
}

/**
 * Claims a notification (reserves it, as a server does before it sends the mail) and marks it as sent.
 *
 * @returns whether a notification was found
 */
async function claimAndSend({ notifications }: Stores): Promise<boolean> {
  const claim = await notifications.claim('any');
  if (claim) await notifications.markSent(claim);
  return Boolean(claim);
}

async function timeClaims(stores: Stores) {
  const durations: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    await insert(stores, index);
    const [duration = Number.NaN] = await time(1, async () => {
      if (!(await claimAndSend(stores))) throw new Error('The notification of a new lead was not found.');
    });
    durations.push(duration);
  }
  return median(durations);
}

async function measure(stores: Stores, size: number) {
  const { operator, notifications } = stores;
  await fillLeads(operator, size);
  const inserts = await time(INSERTS, (index) => insert(stores, index));
  while (await claimAndSend(stores));
  return {
    'insert p50 ms': median(inserts),
    'insert p99 ms': percentile(inserts, 0.99),
    'newest 50 ms': median(await time(READS, () => operator.query(NEWEST))),
    'nothing due ms': median(await time(READS, () => notifications.claim('any'))),
    'next due ms': await timeClaims(stores),
  };
}

/** Fills a database step by step, and measures the same queries at each size. */
export async function measureLeads(options: { leads: string }): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
  const { connectionString } = postgres;
  const operator = opened.adopt(new pg.Client(connectionString), (client) => client.end());
  await operator.connect();
  await migrate(operator);
  // Turns off the limit of leads a minute. Above it, the database would mark leads as a flood, and in a flood it refuses
  // leads above the limit of a day.
  await operator.query('update private.lead_limits set per_minute = null');
  const poolAs = (role: string) =>
    opened.adopt(new pg.Pool({ connectionString, max: 1, options: `-c role=${role}` }), (pool) => pool.end());
  const stores = {
    operator,
    leads: createLeadStore(queryKeepingConnection(poolAs('anon'))),
    notifications: createNotifications(poolAs('mailer')),
  };

  const rows = [];
  for (const size of readNumbers(options.leads))
    rows.push({ leads: size.toLocaleString('en-GB'), ...(await measure(stores, size)) });
  const [smallest, largest] = [rows[0], rows.at(-1)] as Record<string, string | number>[];
  const ratios = Object.entries(largest ?? {}).map(([name, ms]) => [
    name,
    Number(ms) / Number(smallest?.[name]),
  ]);
  report(
    `medians of ${INSERTS} inserts and of ${READS} of each other query; a claim includes marking it as sent`,
    [...rows, { ...Object.fromEntries(ratios), leads: 'largest / smallest' }],
  );
}
