/**
 * The second half of `npm run bench:growth`: how long it takes to store a lead, to list the newest and to
 * find the next mail, with 1,000, 100,000 and 1,000,000 leads in a real PostgreSQL. Other sizes:
 * `node bench/growth-leads.ts 1000 10000`.
 */
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { createLeadStore } from '../server/lead-store.ts';
import { createNotifications } from '../supabase/functions/send-email/notifications.ts';
import { toNotificationBody } from '../supabase/functions/_shared/lead/notification.ts';
import { VALUATION_LEAD } from '../tests/support/leads.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';
import { describeRun } from './describe-run.ts';
import { markdownTable } from '../tests/support/report.ts';
import { percentile } from './percentile.ts';

const INSERTS = 500;
const READS = 100;

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 100_000, 1_000_000];

const run = describeRun(new Date());
const postgres = await startThrowawayPostgres();
const operator = new pg.Client(postgres.connectionString);
await operator.connect();
await migrate(operator);
// What follows is a flood, which the limit of leads a minute would stop.
await operator.query('update private.lead_limits set per_minute = null');
const poolAs = (role: string) =>
  new pg.Pool({ connectionString: postgres.connectionString, max: 1, options: `-c role=${role}` });
const [anon, mailer] = [poolAs('anon'), poolAs('mailer')];
const leads = createLeadStore(anon);
const notifications = createNotifications(mailer);

/** Brings the tables to a size as years would: each lead with its sent mail. Without triggers: it is the past. */
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

/** @returns the median and the 99th percentile, in milliseconds */
async function time(count: number, work: (index: number) => Promise<unknown>): Promise<[number, number]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await work(index);
    durations.push(performance.now() - startedAt);
  }
  return [percentile(durations, 0.5), percentile(durations, 0.99)];
}

async function insert(index: number, submissionId: string = crypto.randomUUID()): Promise<void> {
  const outcome = await leads.insert({ ...VALUATION_LEAD, name: `Mairi Nr${index}` }, submissionId, []);
  if (!outcome.ok) throw new Error(`A lead was refused: ${outcome.sqlState}.`);
}

async function sendAll(): Promise<void> {
  for (;;) {
    const claim = await notifications.claim('any');
    if (!claim) return;
    await notifications.markSent(claim);
  }
}

/** Stores a lead, then times how long it takes to find its notification in one of the three ways. */
async function timeClaims(
  matchOf: (index: number, submissionId: string) => Parameters<typeof notifications.claim>[0],
) {
  const durations: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const submissionId = crypto.randomUUID();
    await insert(index, submissionId);
    const [duration] = await time(1, async () => {
      const claim = await notifications.claim(matchOf(index, submissionId));
      if (!claim) throw new Error('The notification was not found.');
      await notifications.markSent(claim);
    });
    durations.push(duration);
  }
  return percentile(durations, 0.5);
}

const NEWEST = 'select * from public.leads order by created_at desc limit 50';
const PENDING = 'select count(*), min(next_attempt_at) from private.notifications where sent_at is null';

async function measure(size: number): Promise<Record<string, number>> {
  await fillUpTo(size);
  const [insertMs, insertP99Ms] = await time(INSERTS, (index) => insert(index));
  await sendAll();
  const bodyOf = (index: number) => toNotificationBody({ ...VALUATION_LEAD, name: `Mairi Nr${index}` });
  return {
    'insert p50 ms': insertMs,
    'insert p99 ms': insertP99Ms,
    'newest 50 ms': (await time(READS, () => operator.query(NEWEST)))[0],
    'pending ms': (await time(READS, () => operator.query(PENDING)))[0],
    'nothing due ms': (await time(READS, () => notifications.claim('any')))[0],
    'next due ms': await timeClaims(() => 'any'),
    'by submission ms': await timeClaims((_index, submissionId) => ({ submissionId })),
    'by body ms': await timeClaims((index) => ({ body: bodyOf(index) })),
  };
}

async function measureAll(): Promise<Record<string, number>[]> {
  const figures: Record<string, number>[] = [];
  try {
    for (const size of sizes) figures.push(await measure(size));
    return figures;
  } finally {
    await Promise.all([anon.end(), mailer.end(), operator.end()]);
    await postgres.close();
  }
}

const figures = await measureAll();
const rows = figures.map((row, index) => ({
  leads: (sizes[index] ?? 0).toLocaleString('en-GB'),
  ...Object.fromEntries(Object.entries(row).map(([name, ms]) => [name, ms.toFixed(2)])),
}));
const [smallest, largest] = [figures[0] ?? {}, figures.at(-1) ?? {}];
const ratios = Object.entries(largest).map(([name, ms]) => [
  name,
  (ms / (smallest[name] ?? Number.NaN)).toFixed(2),
]);
console.log(
  `${run}. Medians over ${INSERTS} inserts and ${READS} of each other; a claim with its record as sent.\n`,
);
console.log(markdownTable([...rows, { leads: 'largest / smallest', ...Object.fromEntries(ratios) }]));
