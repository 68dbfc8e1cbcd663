/**
 * `npm run bench:desk`: measures the database functions that the desk (the staff's app) calls, with 100,000 leads,
 * while ten people poll for changes every three seconds and an eleventh reads and works on leads. Afterwards it
 * measures searches and the funnel (how many leads reached each stage), which staff use less often. Prints a table,
 * with ratios to the shortest call of the same run; exits with 1 when a target is missed. The defaults are
 * `--leads 100000` and `--seconds 60`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrateWithDesk } from '../server/database/migrate.ts';
import {
  atMost,
  describeRun,
  markdownTable,
  median,
  percentile,
  reportChecks,
} from '../tests/support/bench-report.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';

/** The shortest call, which only checks the access. */
const BASELINE = 'baseline: who is signed in';
const PEOPLE = 10;
const POLL_MS = 3_000;

const { values: options } = parseArgs({
  options: { leads: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '60' } },
});

const run = describeRun();
const postgres = await startThrowawayPostgres();
const operator = new pg.Client(postgres.connectionString);
await operator.connect();
await migrateWithDesk(operator);

/**
 * Adds leads that came in during the last 700 days, without running the triggers. The leads of the last seven days
 * (1 %) are open; all others are closed. Each came from one of six pages, and three in ten from a campaign.
 */
async function fill(size: number): Promise<void> {
  await operator.query('begin; set local session_replication_role = replica');
  await operator.query(
    `with made as (
       insert into public.leads (id, created_at, name, email, phone, postcode, address, property_type, bedrooms,
         property_condition, source)
       select gen_random_uuid(), now() - n * interval '700 days' / $1, 'Person ' || n, 'person' || n || '@example.com',
         '0131 ' || lpad((n % 10000000)::text, 7, '0'), 'EH6 6QQ', n || ' Great Junction Street', 'flat', '3', 'fair',
         'valuation_form'
       from generate_series(1, $1::int) as n
       returning *
     ), mails as (
       insert into private.notifications (lead_id, submission_id, next_attempt_at, sent_at)
       select id, gen_random_uuid(), created_at, created_at from made
     ), attempts as (
       insert into private.delivery_attempts (lead_id, started_at, finished_at) select id, created_at, created_at from made
     ), origins as (
       insert into desk.lead_origins (lead_id, page, utm_source, utm_campaign)
       select id, page, utm_source, case when utm_source is not null then utm_campaign end
       from (
         select
           id,
           (array['/', '/glasgow', '/edinburgh', '/aberdeen', '/dundee', '/blog'])[1 + floor(random() * 6)] as page,
           (array['google', 'letter', 'facebook'])[1 + floor(random() * 10)] as utm_source,
           (array['spring', 'summer', 'winter'])[1 + floor(random() * 3)] as utm_campaign
         from made
       ) as drawn
     ), cases as (
       insert into desk.cases (lead_id, received_at, promised_by, stage, reached, close_reason, first_contact_at,
         open_seconds_to_contact, next_action, next_at, is_suspect, phone_key, email_key, search_text, changed_at)
       select id, created_at, created_at + interval '1 day', stage::desk.stage,
         case stage when 'closed' then 'contacted' else stage end::desk.stage,
         case stage when 'closed' then 'no_reply' end,
         case when stage <> 'new' then created_at + interval '2 hours' end,
         case when stage <> 'new' then desk.open_seconds(created_at, created_at + interval '2 hours') end,
         case when stage = 'contacted' then 'call' end,
         case when stage = 'contacted' then now() + (random() - 0.5) * interval '10 days' end,
         random() < 0.02, private.phone_key(phone), lower(email), private.search_text(name, address, email, postcode),
         created_at + interval '3 days'
       from made
       cross join lateral (
         select case
           when created_at > now() - interval '1 day' then 'new'
           when created_at > now() - interval '7 days' then 'contacted'
           else 'closed'
         end as stage
       ) as now
       returning lead_id, received_at
     )
     insert into desk.events (at, lead_id, kind)
     select received_at, lead_id, kind from cases cross join unnest(array['received', 'called', 'staged']) as kind`,
    [size],
  );
  await operator.query('commit');
  await operator.query('vacuum analyze');
}

await fill(Number(options.leads));
const staff = randomUUID();
await operator.query(`select desk.add_staff($1, 'Ann', 'owner')`, [staff]);
await operator.query(`insert into desk_auth.users (id, email, name) values ($1, 'ann@firm.example', 'Ann')`, [
  staff,
]);
const { rows: sessions } = await operator.query<{ id: string }>(
  `insert into desk_auth.sessions (user_id, amr) select $1, '[]' from generate_series(1, 100) returning id`,
  [staff],
);
const claims = JSON.stringify({
  sub: staff,
  amr: [{ method: 'passkey', timestamp: Math.floor(Date.now() / 1000) }],
});
const pool = new pg.Pool({
  connectionString: postgres.connectionString,
  max: 4,
  options: '-c role=authenticated',
});

const durations = new Map<string, number[]>();
const p99 = (what: string) => percentile(durations.get(what) ?? [], 0.99);

/**
 * Calls a desk function as the desk's server does: in a transaction with the JWT claims of the signed-in person, after
 * the check that the session is open.
 */
async function call<T>(
  what: string,
  statement: string,
  values: unknown[],
  { checksSession = true } = {},
): Promise<T> {
  const startedAt = performance.now();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.headers', $2, true)${checksSession ? ', desk_auth.is_session_open($3, $4)' : ''}`,
      [claims, '{}', ...(checksSession ? [sessions[0]?.id, staff] : [])],
    );
    const { rows } = await client.query<{ value: T }>(`select ${statement} as value`, values);
    await client.query('commit');
    durations.set(what, [...(durations.get(what) ?? []), performance.now() - startedAt]);
    return (rows as [{ value: T }])[0].value;
  } finally {
    client.release();
  }
}

type Inbox = { cards: { id: string; version: number }[]; next: string | null };
type Changes = { cursor: string };
const open = () => call<{ changes: Changes }>('first screen', 'desk.first_screen()', []);
const poll = (after: string) => call<Changes>('poll', 'desk.changes($1)', [after]);
const list = (view: string, before: string | null = null) =>
  call<Inbox>(`inbox: ${view}`, 'desk.inbox($1, $2, 100)', [view, before]);

async function pollAll(until: number, person: number): Promise<void> {
  await delay((person * POLL_MS) / PEOPLE);
  let { cursor } = (await open()).changes;
  while (performance.now() < until) {
    await delay(POLL_MS);
    ({ cursor } = await poll(cursor));
  }
}

async function work(until: number): Promise<void> {
  while (performance.now() < until) {
    await call(BASELINE, 'desk.me()', []);
    await list('now');
    const { next } = await list('all');
    await list('all', next);
    const { cards } = await list('open');
    const [card] = cards;
    if (!card) throw new Error('There is no open lead to work on.');
    await call('lead', 'desk.lead($1)', [card.id]);
    await call(
      'log_call',
      `desk.log_call($1, $2, $3, 'phone', 'spoke', 'Rang.', 'call', now() + interval '1 day')`,
      [card.id, card.version, randomUUID()],
    );
    await delay(1_000);
  }
}

async function lookUp(): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    await call(BASELINE, 'desk.me()', []);
    await call('search: part of a name', 'desk.search($1)', ['person 77']);
    await call('search: part of a number', 'desk.search($1)', ['1310 0077']);
    await call('search: nobody', 'desk.search($1)', ['nobody of this name']);
    await call('funnel of a year', 'desk.funnel(current_date - 365, current_date)', []);
  }
}

/** Measures what the check of the session costs: makes the shortest call with and without it, in turns. */
async function compareSessionCheck(): Promise<void> {
  for (let count = 0; count < 4_000; count += 1) {
    const checksSession = count % 2 === 0;
    const what = `who is signed in: ${checksSession ? 'with' : 'without'} the check of the session`;
    await call(what, 'desk.me()', [], { checksSession });
  }
}

try {
  const until = performance.now() + Number(options.seconds) * 1_000;
  await Promise.all([work(until), ...Array.from({ length: PEOPLE }, (_, person) => pollAll(until, person))]);
  await lookUp();
  await compareSessionCheck();
} finally {
  await pool.end();
  await operator.end();
  await postgres.close();
}

console.log(
  `${run}; ${Number(options.leads).toLocaleString('en-GB')} leads, ${PEOPLE} people polling every ${POLL_MS / 1_000} s and one working, for ${options.seconds} s\n`,
);
console.log(
  markdownTable(
    [...durations].map(([what, each]) => ({
      what,
      calls: each.length,
      'p50 ms': Number(median(each).toFixed(2)),
      'p99 ms': Number(p99(what).toFixed(2)),
      'p50, of the baseline': Number((median(each) / median(durations.get(BASELINE) ?? [])).toFixed(1)),
      'p99, of the baseline': Number((p99(what) / p99(BASELINE)).toFixed(1)),
    })),
  ),
);
reportChecks([
  atMost(50, 'poll p99 ms', p99('poll')),
  ...['now', 'all', 'open'].map((view) => atMost(50, `inbox ${view} p99 ms`, p99(`inbox: ${view}`))),
  atMost(60, 'search by a part of a number p99 ms', p99('search: part of a number')),
  atMost(150, 'funnel p99 ms', p99('funnel of a year')),
]);
