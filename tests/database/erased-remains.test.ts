import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEnvironment } from '../../server/env.ts';
import { migrate } from '../../server/database/migrate.ts';
import {
  erasePerson,
  findPerson,
  hasRemains,
  parsePersonKey,
  vacuumDeletedRows,
} from '../../server/operations/person.ts';
import { startDeletions } from '../../server/operations/regular-deletions.ts';
import { createRemainsRemoval } from '../../server/operations/remains-removal.ts';
import { deleteEndedPapers } from '../../server/operations/retention.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { startThrowawayPostgres } from '../support/database/throwaway-postgres.ts';

// A PostgreSQL that no other test uses: VACUUM FULL also keeps deleted rows for transactions in other databases.
const postgres = await startThrowawayPostgres();
afterAll(() => postgres.close());
const urlOf = (name: string) => postgres.connectionString.replace(/postgres$/, name);

let url: string;
let admin: pg.Client;
let clients: pg.Client[];
beforeAll(async () => {
  clients = [];
  await (await connect(postgres.connectionString)).query('create database migrated');
  await migrate(await connect(urlOf('migrated')));
  await endAll();
});
beforeEach(async () => {
  clients = [];
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = await connect(postgres.connectionString);
  await server.query(`create database ${name} template migrated`);
  url = urlOf(name);
  admin = await connect();
});
const endAll = () => Promise.all(clients.map((client) => client.end()));
afterEach(endAll);

async function connect(connectionString = url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

async function erase(who: string): Promise<void> {
  await erasePerson(admin, postgres.folder, await findPerson(admin, postgres.folder, parsePersonKey(who)));
}

async function countInFiles(text: string): Promise<number> {
  await admin.query('checkpoint');
  const { rows } = await admin.query<{ contents: Buffer | null }>(
    `select pg_read_binary_file(folder || '/' || name, 0, 1000000000, true) as contents
     from (select 'base/' || oid as folder from pg_database where datname = current_database()) as here,
       pg_ls_dir(folder) as name`,
  );
  return rows.reduce(
    (count, { contents }) => count + (contents?.toString('latin1').split(text).length ?? 1) - 1,
    0,
  );
}

test('removes the person’s words from the table files too, where a plain delete leaves them', async () => {
  const lead = { ...VALUATION_LEAD, name: 'Zebedee Quillfeather', address: '77 Xylophone Wynd' };
  await insertLead(admin, { ...CHAT_LEAD, name: 'Yolanda Stays' });
  await insertLead(admin, lead);
  await insertLead(admin, { ...CHAT_LEAD, name: 'Yolanda Stays' });
  await erase(lead.phone);
  expect(await hasRemains(admin)).toBe(true);
  const countPerson = async () => [
    await countInFiles('Zebedee Quillfeather'),
    await countInFiles('77 Xylophone Wynd'),
  ];
  expect(await countPerson()).toEqual([1, 1]);
  await vacuumDeletedRows(admin);
  expect(await countPerson()).toEqual([0, 0]);
  expect(await hasRemains(admin)).toBe(false);
  expect(await countInFiles('Yolanda Stays')).toBeGreaterThanOrEqual(2);
});

test('removes the keys of removed papers and of files that were sent, which a plain delete leaves', async () => {
  await insertLead(admin, CHAT_LEAD);
  for (const key of ['The key of the kitchen', 'The key of the roof']) {
    await admin.query(
      `insert into desk.papers (id, lead_id, kind, title, file_type, bytes, is_shown, seal_key)
       select gen_random_uuid(), id, 'other', 'A', 'pdf', 1, true, $1::text::bytea from public.leads`,
      [key],
    );
    await admin.query(
      `insert into desk.uploads (id, lead_id, bytes, seal_key)
       select gen_random_uuid(), id, 1, $1::text::bytea from public.leads`,
      [key],
    );
  }
  // The statistics of a table hold no keys.
  await admin.query('analyze');
  await admin.query(
    `update desk.papers set removed_at = now(), seal_key = null where seal_key like '%kitchen'`,
  );
  await admin.query(`update desk.uploads set ended_at = now() where seal_key like '%kitchen'`);
  expect(await deleteEndedPapers(admin)).toBe(2);
  expect(await countInFiles('The key of the kitchen')).toBeGreaterThan(0);
  const endDeletions = startDeletions({
    env: parseEnvironment({}),
    asOwner: async (work) => work(await connect()),
    outbox: postgres.folder,
    remainsRemoval: createRemainsRemoval(() => Promise.resolve()),
    log: createMemoryLog().log,
  });
  await waitUntil('the keys are removed', async () => (await countInFiles('The key of the kitchen')) === 0);
  await endDeletions();
  expect(await countInFiles('The key of the roof')).toBe(2);
});

test('removes the person’s words from the planner’s statistics too', async () => {
  for (const name of ['Yolanda Stays', 'Zebedee Quillfeather', 'Zoe Stays']) {
    await insertLead(admin, { ...CHAT_LEAD, name, phone: `0131 496 0${100 + name.length}` });
  }
  await admin.query('analyze public.leads');
  expect(await countInFiles('Zebedee Quillfeather')).toBe(2);
  await erase('0131 496 0120');
  await vacuumDeletedRows(admin);
  expect(await countInFiles('Zebedee Quillfeather')).toBe(0);
  expect(await countInFiles('Zoe Stays')).toBe(2);
});

test('removes the person’s words from the write-ahead log too', async () => {
  const name = `Zebedee ${crypto.randomUUID()}`;
  const countLogFiles = async () => {
    const { rowCount } = await admin.query(
      `select from pg_ls_waldir()
       where position($1::bytea in pg_read_binary_file('pg_wal/' || name, 0, 1000000000, true)) > 0`,
      [Buffer.from(name)],
    );
    return rowCount;
  };
  await insertLead(admin, { ...VALUATION_LEAD, name });
  await erase(VALUATION_LEAD.phone);
  expect(await countLogFiles()).toBeGreaterThan(0);
  await vacuumDeletedRows(admin);
  expect(await countLogFiles()).toBe(0);
});

test('waits for an older transaction, for which PostgreSQL would keep the deleted rows', async () => {
  const reader = await connect();
  await insertLead(admin, { ...VALUATION_LEAD, name: 'Zebedee Quillfeather' });
  await reader.query('begin isolation level repeatable read; select');
  await erase(VALUATION_LEAD.phone);
  await expect(vacuumDeletedRows(admin)).rejects.toThrow('Run this command again in some minutes.');
  expect(await countInFiles('Zebedee Quillfeather')).toBeGreaterThan(0);
  await reader.query('commit');
  await vacuumDeletedRows(admin);
  expect(await countInFiles('Zebedee Quillfeather')).toBe(0);
});

test('waits for tables that are in use without blocking visitors, and fails with a message after a while', async () => {
  const [backup, visitor] = await Promise.all([connect(), connect()]);
  await backup.query('begin; lock table public.leads in access share mode');
  const shredding = vacuumDeletedRows(admin);
  await insertLead(visitor, CHAT_LEAD);
  await expect(shredding).rejects.toThrow('Run this command again in some minutes.');
  await backup.query('commit');
  await vacuumDeletedRows(admin);
});

test('is not held up by short transactions that follow each other without a gap', async () => {
  const [one, other] = await Promise.all([connect(), connect()]);
  await insertLead(admin, { ...VALUATION_LEAD, name: 'Zebedee Quillfeather' });
  await insertLead(admin, { ...CHAT_LEAD, phone: '0131 496 0999' });
  await admin.query('analyze public.leads');
  await one.query('begin isolation level repeatable read; select');
  await erase(VALUATION_LEAD.phone);

  const removal = new AbortController();
  const removed = vacuumDeletedRows(admin).finally(() => removal.abort());
  for (let [open, next] = [one, other]; !removal.signal.aborted; [open, next] = [next, open]) {
    await open.query('select pg_sleep(0.4)');
    await next.query('begin isolation level repeatable read; select');
    await open.query('commit');
  }
  await removed;
  expect(await countInFiles('Zebedee Quillfeather')).toBe(0);
});

test('removes the words of the only person from the planner’s statistics, which ANALYZE keeps for an empty table', async () => {
  for (let count = 0; count < 2; count += 1) {
    await insertLead(admin, { ...CHAT_LEAD, name: 'Zebedee Quillfeather' });
  }
  await admin.query('analyze public.leads');
  await erase(CHAT_LEAD.phone);
  await vacuumDeletedRows(admin);
  expect(await countInFiles('Zebedee Quillfeather')).toBe(0);
  const { rows } = await admin.query(`select tablename, attname from pg_stats where schemaname = 'public'`);
  expect(rows).toEqual([]);
});
