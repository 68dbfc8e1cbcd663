import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { atMost, median, percentile } from '#support/bench-report.ts';
import { londonDay } from '#support/desk-database.ts';
import { startThrowawayPostgres } from '#support/throwaway-postgres.ts';
import { report } from '../support/command.ts';
import { openDoors, type Door } from './doors.ts';
import { fillCases } from './fill-cases.ts';

type Options = { leads: number; seconds: number; rounds: number; 'in-turns': string };
type Args = Record<string, unknown>;
type Inbox = { cards: { id: string }[]; next: string | null };
type Changes = { cursor: string };

/** The shortest call, which only checks the access. */
const BASELINE = 'baseline: who is signed in';
const TODAY = 'routes';
const PEOPLE = 10;
const POLL_MS = 3_000;

/**
 * What staff do at the desk. Each call is made through every door, in an order that changes with each call.
 *
 * @param doors one door, or two that are compared
 * @param versionOf reads the version of a lead, because each change needs the last one
 */
function useDesk(doors: Record<string, Door>, versionOf: (leadId: string) => Promise<number>) {
  /** Milliseconds by what was done, then by door. */
  const times = new Map<string, Record<string, number[]>>();
  let calls = 0;

  async function call(what: string, name: string, args: Args | (() => Promise<Args>) = {}): Promise<unknown> {
    const turns = Object.entries(doors);
    const each = times.get(what) ?? Object.fromEntries(turns.map(([door]) => [door, []]));
    times.set(what, each);
    let answer: unknown;
    calls += 1;
    for (const [door, make] of calls % 2 === 0 ? turns : turns.toReversed()) {
      const given = typeof args === 'function' ? await args() : args;
      const startedAt = performance.now();
      answer = await make(name, given);
      each[door]?.push(performance.now() - startedAt);
    }
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
      await call('log_call', 'log_call', async () => ({
        lead_id: card.id,
        version: await versionOf(card.id),
        request_id: randomUUID(),
        channel: 'phone',
        outcome: 'spoke',
        body: 'Rang.',
        next_action: 'call',
        next_at: new Date(Date.now() + 86_400_000).toISOString(),
      }));
    },
    async lookUp() {
      await call(BASELINE, 'me');
      await call('search: part of a name', 'search', { query: 'person 77' });
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

  const timesOf = (what: string) => desk.times.get(what)?.[TODAY] ?? [];
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
      atMost(60, 'search by a part of a number p99 ms', p99('search: part of a number')),
      atMost(150, 'funnel p99 ms', p99('funnel of a year')),
    ],
  );
}

/** Makes every call through two doors in turns. Prints the ratios of the second door's times to today's. */
async function compareDoors(desk: Desk, { leads, rounds, 'in-turns': other }: Options): Promise<void> {
  let changes = await desk.open();
  for (let round = 0; round < rounds; round += 1) {
    await desk.open();
    changes = await desk.poll(changes);
    await desk.work();
    await desk.lookUp();
  }
  const rows = [...desk.times].map(([what, times]) => {
    const [before, after] = [times[TODAY] ?? [], times[other] ?? []];
    return {
      what,
      calls: after.length,
      [`p50 ms: ${TODAY}`]: median(before),
      [`p50 ms: ${other}`]: median(after),
      [`p99 ms: ${TODAY}`]: percentile(before, 0.99),
      [`p99 ms: ${other}`]: percentile(after, 0.99),
      'p50, ratio': median(after) / median(before),
      'p99, ratio': percentile(after, 0.99) / percentile(before, 0.99),
    };
  });
  report(
    `${leads} leads, ${rounds} rounds, each call in turns`,
    rows,
    rows.map((row) => atMost(1.1, `${row.what}, p50 of today's`, row['p50, ratio'])),
  );
}

export async function measureCalls(options: Options): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
  const operator = opened.adopt(new pg.Client(postgres.connectionString), (client) => client.end());
  await operator.connect();
  await migrate(operator);
  await fillCases(operator, options.leads);
  const { doors, close } = await openDoors(operator, postgres.connectionString);
  opened.defer(close);

  const other = options['in-turns'];
  const chosen = [TODAY, ...(other ? [other] : [])].map((name): [string, Door] => {
    const door = doors[name];
    if (!door) throw new Error(`There is no door "${name}", but ${Object.keys(doors).join(', ')}.`);
    return [name, door];
  });
  const desk = useDesk(Object.fromEntries(chosen), async (leadId) => {
    const sql = 'select version from desk.cases where lead_id = $1';
    const { rows } = await operator.query<{ version: number }>(sql, [leadId]);
    return rows[0]?.version ?? 0;
  });
  await (other ? compareDoors : measureBusyDesk)(desk, options);
}
