import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { hashOf } from '../../server/desk/sign-in/cookie.ts';
import { addStaff } from '../../server/desk/staff.ts';
import { atMost, median, percentile } from '#support/load/bench-report.ts';
import { londonDay } from '#support/desk/desk-database.ts';
import { createToken, openDeskRoutes } from '#support/desk/desk-door.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { report } from '../support/command.ts';
import { fillCases } from './fill-cases.ts';

type Options = { leads: number; seconds: number };
type Args = Record<string, unknown>;
type Inbox = { cards: { id: string }[]; next: string | null };
type Changes = { cursor: string };

/** The shortest call, which only checks the access. */
const BASELINE = 'baseline: who is signed in';
const PEOPLE = 10;
const POLL_MS = 3_000;

/**
 * What staff do at the desk.
 *
 * @param make makes a call, as somebody who is signed in, and returns the answer
 * @param versionOf reads the version of a lead, because each change needs the last one
 */
function useDesk(
  make: (name: string, args: Args) => Promise<unknown>,
  versionOf: (leadId: string) => Promise<number>,
) {
  /** Milliseconds by what was done. */
  const times = new Map<string, number[]>();

  async function call(what: string, name: string, args: Args = {}): Promise<unknown> {
    const startedAt = performance.now();
    const answer = await make(name, args);
    times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt]);
    return answer;
  }

  const list = async (view: string, before: string | null = null) =>
    (await call(`inbox: ${view}`, 'inbox', { view, before, page_size: 100 })) as Inbox;

  return {
    times,
    open: async () => ((await call('first screen', 'first_screen')) as { changes: Changes }).changes,
    poll: async ({ cursor }: Changes) => (await call('poll', 'changes', { after: cursor })) as Changes,
    async work() {
      await call(BASELINE, 'me');
      await list('now');
      const { next } = await list('all');
      await list('all', next);
      const [card] = (await list('open')).cards;
      if (!card) throw new Error('There is no open lead to work on.');
      await call('lead', 'lead', { lead_id: card.id });
      await call('log_call', 'log_call', {
        lead_id: card.id,
        version: await versionOf(card.id),
        request_id: randomUUID(),
        channel: 'phone',
        outcome: 'spoke',
        body: 'Rang.',
        next_action: 'call',
        next_at: new Date(Date.now() + 86_400_000).toISOString(),
      });
    },
    async lookUp() {
      await call(BASELINE, 'me');
      await call('search: part of a name', 'search', { query: 'person 77' });
      await call('search: words in any order', 'search', { query: '77 Junction St, Person 1' });
      await call('search: a flat', 'search', { query: '2/1, 14 Junction Street' });
      await call('search: part of a number', 'search', { query: '1310 0077' });
      await call('search: nobody', 'search', { query: 'nobody of this name' });
      await call('funnel of a year', 'funnel', { first_day: londonDay(-365), last_day: londonDay(0) });
    },
  };
}

type Desk = ReturnType<typeof useDesk>;

/** Ten people poll while an eleventh works. Prints each call with ratios to the shortest one. */
async function measureBusyDesk(desk: Desk, { leads, seconds }: Options): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const workAll = async () => {
    while (performance.now() < until) {
      await desk.work();
      await delay(1_000);
    }
  };
  const pollAll = async (person: number) => {
    await delay((person * POLL_MS) / PEOPLE);
    for (let changes = await desk.open(); performance.now() < until; changes = await desk.poll(changes))
      await delay(POLL_MS);
  };
  await Promise.all([workAll(), ...Array.from({ length: PEOPLE }, (_, person) => pollAll(person))]);
  for (let count = 0; count < 20; count += 1) await desk.lookUp();

  const timesOf = (what: string) => desk.times.get(what) ?? [];
  const p99 = (what: string) => percentile(timesOf(what), 0.99);
  report(
    `${leads} leads, ${PEOPLE} people polling every ${POLL_MS / 1_000} s and one working, for ${seconds} s`,
    [...desk.times.keys()].map((what) => ({
      what,
      calls: timesOf(what).length,
      'p50 ms': median(timesOf(what)),
      'p99 ms': p99(what),
      'p50, of the baseline': median(timesOf(what)) / median(timesOf(BASELINE)),
      'p99, of the baseline': p99(what) / p99(BASELINE),
    })),
    [
      atMost(50, 'poll p99 ms', p99('poll')),
      ...['now', 'all', 'open'].map((view) => atMost(50, `inbox ${view} p99 ms`, p99(`inbox: ${view}`))),
      ...[...desk.times.keys()]
        .filter((what) => what.startsWith('search: '))
        .map((what) => atMost(60, `${what} p99 ms`, p99(what))),
      atMost(150, 'funnel p99 ms', p99('funnel of a year')),
    ],
  );
}

export async function measureCalls(options: Options): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
  const operator = opened.adopt(new pg.Client(postgres.connectionString), (client) => client.end());
  await operator.connect();
  await migrate(operator);
  await fillCases(operator, options.leads);
  const staff = await addStaff(operator, { name: 'Ann', email: 'ann@firm.example', role: 'owner' });
  const token = createToken();
  await operator.query(
    `insert into desk_auth.sessions (user_id, token_hash, passkey_at)
     select $1, case number when 1 then $2 else number::text end, now() from generate_series(1, 100) as number`,
    [staff, hashOf(token)],
  );
  const routes = opened.adopt(openDeskRoutes(postgres.connectionString, 4), (desk) => desk.close());

  const desk = useDesk(
    (name, args) => routes.call(token, name, args),
    async (leadId) => {
      const sql = 'select version from desk.cases where lead_id = $1';
      const { rows } = await operator.query<{ version: number }>(sql, [leadId]);
      return rows[0]?.version ?? 0;
    },
  );
  await measureBusyDesk(desk, options);
}
