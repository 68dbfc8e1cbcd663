/**
 * The second half of `npm run bench:growth`: how long it takes to store a lead, to list the newest leads and to find
 * the next mail to send, with 1,000, 100,000 and 1,000,000 leads in a real PostgreSQL. Other sizes:
 * `node bench/growth-leads.ts 1000 10000`.
 */
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { queryKeepingConnection } from '../server/database/query-keeping-connection.ts';
import { createLeadStore } from '../server/leads/lead-store.ts';
import { createNotifications } from '../supabase/functions/send-email/notifications.ts';
import { toNotificationBody } from '#lead/notification.ts';
import { VALUATION_LEAD } from '../tests/support/sample-leads.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';
import { describeRun, markdownTable, median, percentile } from '../tests/support/bench-report.ts';

const INSERTS = 500;
const READS = 100;

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 100_000, 1_000_000];

const run = describeRun();
const postgres = await startThrowawayPostgres();
const operator = new pg.Client(postgres.connectionString);
await operator.connect();
await migrate(operator);
// Turns off the limit of leads a minute. Above it, the database would mark leads as a flood, and in a flood it refuses
// leads above the limit of a day.
await operator.query('update private.lead_limits set per_minute = null');
const poolAs = (role: string) =>
  new pg.Pool({ connectionString: postgres.connectionString, max: 1, options: `-c role=${role}` });
const [anon, mailer] = [poolAs('anon'), poolAs('mailer')];
const leads = createLeadStore(queryKeepingConnection(anon));
const notifications = createNotifications(mailer);

/** Fills the tables up to a size without running the triggers. The mail of each lead counts as sent. */
async function fillUpTo(size: number): Promise<void> {
  await operator.query('begin; set local session_replication_role = replica');
  await operator.query(
    `with more as (
       insert into public.leads (id, created_at, name, email, phone, postcode, address, property_type, bedrooms,
         property_condition, source)
       select gen_random_uuid(), now() - n * interval '1 minute', 'Person ' || n, 'person' || n || '@example.com',
         '0131 496 ' || lpad((n % 10000)::text, 4, '0'), 'EH6 6QQ', n || ' Great Junction Street', 'flat', '3', 'fair',
         'valuation_form'
       from generate_series((select count(*) + 1 from public.leads), $1) as n
       returning id, created_at
     ), mails as (
       insert into private.notifications (lead_id, submission_id, next_attempt_at, sent_at)
       select id, gen_random_uuid(), created_at, created_at from more
     )
     insert into private.delivery_attempts (lead_id, started_at, finished_at) select id, created_at, created_at from more`,
    [size],
  );
  await operator.query('commit');
  await operator.query('vacuum analyze');
}

/** @returns the time that each call of `work` took, in milliseconds */
async function time(
  count: number,
  work: (index: number) => Promise<unknown>,
  prepare?: (index: number) => Promise<void>,
): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await prepare?.(index);
    const startedAt = performance.now();
    await work(index);
    durations.push(performance.now() - startedAt);
  }
  return durations;
}

async function insert(index: number, submissionId: string = crypto.randomUUID()): Promise<void> {
  const outcome = await leads.insert({
    row: { ...VALUATION_LEAD, name: `Mairi Nr${index}` },
    submissionId,
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
async function claimAndSend(match: Parameters<typeof notifications.claim>[0]): Promise<boolean> {
  const claim = await notifications.claim(match);
  if (claim) await notifications.markSent(claim);
  return Boolean(claim);
}

/**
 * Measures how long it takes to find and claim a new lead's notification.
 *
 * @param matchOf how to find the notification: any that is due, by its submission id, or by the body of the browser's
 *   request for the mail
 */
function timeClaims(matchOf: (index: number, submissionId: string) => Parameters<typeof claimAndSend>[0]) {
  const ids = Array.from({ length: READS }, () => crypto.randomUUID());
  const claimNew = async (index: number) => {
    if (!(await claimAndSend(matchOf(index, ids[index] ?? ''))))
      throw new Error('The notification of a new lead was not found.');
  };
  return time(READS, claimNew, (index) => insert(index, ids[index]));
}

const NEWEST = 'select * from public.leads order by created_at desc limit 50';
const PENDING = 'select count(*), min(next_attempt_at) from private.notifications where sent_at is null';

async function measure(size: number): Promise<Record<string, number>> {
  await fillUpTo(size);
  const inserts = await time(INSERTS, (index) => insert(index));
  while (await claimAndSend('any'));
  const bodyOf = (index: number) => toNotificationBody({ ...VALUATION_LEAD, name: `Mairi Nr${index}` });
  return {
    'insert p50 ms': median(inserts),
    'insert p99 ms': percentile(inserts, 0.99),
    'newest 50 ms': median(await time(READS, () => operator.query(NEWEST))),
    'pending ms': median(await time(READS, () => operator.query(PENDING))),
    'nothing due ms': median(await time(READS, () => notifications.claim('any'))),
    'next due ms': median(await timeClaims(() => 'any')),
    'by submission ms': median(await timeClaims((_index, submissionId) => ({ submissionId }))),
    'by body ms': median(await timeClaims((index) => ({ body: bodyOf(index) }))),
  };
}

const figures: Record<string, number>[] = [];
try {
  for (const size of sizes) figures.push(await measure(size));
} finally {
  await Promise.all([anon.end(), mailer.end(), operator.end()]);
  await postgres.close();
}
const toRow = (leads: string, row: Record<string, number>) => ({
  leads,
  ...Object.fromEntries(Object.entries(row).map(([name, figure]) => [name, figure.toFixed(2)])),
});
const [smallest, largest] = [figures[0] ?? {}, figures.at(-1) ?? {}];
const ratios = Object.entries(largest).map(([name, ms]): [string, number] => [
  name,
  ms / (smallest[name] ?? Number.NaN),
]);
console.log(
  `${run}. Medians of ${INSERTS} inserts and of ${READS} of each other query; a claim includes marking it as sent.\n`,
);
console.log(
  markdownTable([
    ...figures.map((row, index) => toRow((sizes[index] ?? 0).toLocaleString('en-GB'), row)),
    toRow('largest / smallest', Object.fromEntries(ratios)),
  ]),
);
