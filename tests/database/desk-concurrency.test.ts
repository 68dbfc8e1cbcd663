import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/in-transaction.ts';
import { takeOffStaff } from '#server/desk/staff.ts';
import type { Changes } from '../../desk/src/api/types.ts';
import { openDeskDatabase, type DeskDatabase } from '../support/desk/desk-database.ts';
import { openPool } from '../support/server/app-with-database.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const WRITERS = 16;

const desk = await openDeskDatabase();
const { admin, staff } = desk;

/** What one writer does: transactions, each of which writes some notes and then stays open for some short queries. */
type Script = { notes: number; pauses: number; isRolledBack: boolean }[];

const script = fc.array(
  fc.record({
    notes: fc.integer({ min: 1, max: 3 }),
    pauses: fc.integer({ min: 0, max: 6 }),
    isRolledBack: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

/** @returns the ids of the events that were committed */
async function write(pool: Pool, transactions: Script): Promise<string[]> {
  const client = await pool.connect();
  const ids: string[] = [];
  try {
    for (const { notes, pauses, isRolledBack } of transactions) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        `insert into desk.events (kind) select 'noted' from generate_series(1, $1) returning id::text`,
        [notes],
      );
      for (let count = 0; count < pauses; count += 1) await client.query('select');
      await client.query(isRolledBack ? 'rollback' : 'commit');
      if (!isRolledBack) ids.push(...rows.map(({ id }) => id));
    }
  } finally {
    client.release();
  }
  return ids;
}

/**
 * Writes events while somebody reads the feed of changes.
 *
 * @returns the ids of the events that were committed and never read
 */
async function race(fresh: DeskDatabase, pool: Pool, scripts: Script[]): Promise<string[]> {
  // A transaction that another test has open, even in another database of the same PostgreSQL, holds the cursor back.
  // The feed then repeats all events since that transaction began, and would ask for a reset above 500 of them.
  await fresh.admin.query(
    'begin; set local session_replication_role = replica; delete from desk.events; commit',
  );
  const seen = new Set<string>();
  let { cursor } = await fresh.staff.call<Changes>('changes', { after: null });
  let isWriting = true;
  async function read(): Promise<void> {
    const answer = await fresh.staff.call<Changes>('changes', { after: cursor });
    expect(answer.reset).toBe(false);
    for (const { id } of answer.events) seen.add(id);
    cursor = answer.cursor;
  }
  async function readMeanwhile(): Promise<void> {
    while (isWriting) await read();
  }
  const writing = Promise.all(scripts.map((each) => write(pool, each))).finally(() => {
    isWriting = false;
  });
  const [written] = await Promise.all([writing, readMeanwhile()]);
  await read();
  return written.flat().filter((id) => !seen.has(id));
}

test('the feed of changes misses no event of sixteen writers, however their transactions overlap', async () => {
  const fresh = await openDeskDatabase();
  const pool = openPool(fresh.database, 'postgres', WRITERS);
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: WRITERS, maxLength: WRITERS }), async (scripts) => {
      expect(await race(fresh, pool, scripts)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('the feed of changes returns an event that was committed after one with a higher id; with the highest id as its cursor it would not', async () => {
  const [first, second] = [
    await desk.database.connectAs('postgres'),
    await desk.database.connectAs('postgres'),
  ];
  await first.query('begin');
  await second.query('begin');
  const insert = `insert into desk.events (kind) values ('noted') returning id::text`;
  const [early] = (await first.query<{ id: string }>(insert)).rows;
  await second.query(insert);
  await second.query('commit');
  const { cursor } = await staff.call<Changes>('changes', { after: null });
  const highest = await admin.query<{ id: string }>('select max(id)::text as id from desk.events');
  await first.query('commit');
  expect(BigInt(early?.id ?? 0)).toBeLessThan(BigInt(highest.rows[0]?.id ?? 0));
  const { events } = await staff.call<Changes>('changes', { after: cursor });
  expect(events.map(({ id }) => id)).toContain(early?.id);
});

describe('ten simultaneous requests', () => {
  test('by different people to claim a lead: exactly one person gets it, in each of thirty rounds', async () => {
    const people: (typeof staff)[] = [];
    while (people.length < 10) people.push(await desk.addStaff(`Person ${people.length}`));
    for (let round = 0; round < 30; round += 1) {
      const id = await desk.addLead();
      const outcomes = await Promise.all(
        people.map((person) => person.attempt('claim', { lead_id: id, request_id: randomUUID() })),
      );
      const winners = people.filter((_, index) => outcomes[index] === 'done');
      expect(winners).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome !== 'done' && outcome.hint === 'claimed')).toHaveLength(9);
      const lead = await staff.lead(id);
      expect(lead.assignee?.id).toBe(winners[0]?.id);
      expect(lead.events.map(({ kind }) => kind)).toEqual(['received', 'claimed']);
    }
  });

  test('to change the same version of a case: exactly one succeeds', async () => {
    const id = await desk.addLead();
    const { version } = await staff.lead(id);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        staff.attempt('set_contact_rules', {
          lead_id: id,
          version,
          request_id: randomUUID(),
          do_not_call: true,
          vulnerable: false,
          contact_rules: null,
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome.hint === 'stale')).toHaveLength(9);
  });

  test('to add a note to the same lead: all ten notes are kept', async () => {
    const id = await desk.addLead();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        staff.call('note', { lead_id: id, request_id: randomUUID(), body: `Note ${index}` }),
      ),
    );
    const { events } = await staff.call('lead', { lead_id: id });
    expect(events.filter(({ kind }) => kind === 'noted')).toHaveLength(10);
  });
});

test('an erasure and a note on the same lead at once: the erasure succeeds, and the note is erased too or finds no lead', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await desk.addLead({ phone: '0131 496 0777' });
    await staff.lead(id);
    const [erasure, note] = await Promise.all([
      desk.owner.attempt('erase', {
        key: '0131 496 0777',
        lead_ids: [id],
        reason: 'other',
        request_id: randomUUID(),
      }),
      staff.attempt('note', { lead_id: id, request_id: randomUUID(), body: 'Still here' }),
    ]);
    expect(erasure).toBe('done');
    expect(note === 'done' ? 'lead_gone' : note.hint).toBe('lead_gone');
    const { rowCount } = await admin.query('select from desk.texts where lead_id = $1', [id]);
    expect(rowCount).toBe(0);
  }
});

test('of the last two owners, only one can be taken off the staff, even at the same time', async () => {
  const other = await desk.addStaff('Olive Owner', 'owner');
  const [first, second] = [
    await desk.database.connectAs('postgres'),
    await desk.database.connectAs('postgres'),
  ];
  await first.query('begin');
  await takeOffStaff(first, desk.owner.id);
  let hasEnded = false;
  const ending = inTransaction(second, () => takeOffStaff(second, other.id)).finally(() => {
    hasEnded = true;
  });
  await waitUntil('the second call waits for the first, or has ended', async () => {
    const { rowCount } = await admin.query(
      `select from pg_locks where locktype = 'advisory' and not granted`,
    );
    return hasEnded || rowCount === 1;
  });
  await first.query('commit');
  await expect(ending).rejects.toMatchObject({ code: 'PT422', hint: 'user_id' });
});
