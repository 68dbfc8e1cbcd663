import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { backUp } from '../../server/operations/backup.ts';
import { TABLES } from '../../server/database/tables.ts';
import { FIRST_LINE, openBackup, type Manifest } from '../../server/operations/backup-file.ts';
import { readBackup, restore } from '../../server/operations/restore.ts';
import { createNotifications } from '../../supabase/functions/send-email/notifications.ts';
import { adoptAll } from '#server/cases/adopt.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const KEY = 'sb_publishable_of_the_backup';
const STAFF = '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c12';

let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let path: string;
beforeEach(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  folder = createTemporaryFolder();
  path = join(folder, 'leads.backup');
});

/** Characters that COPY has to escape, and a line that looks like the end of COPY's data. */
const AWKWARD = '\\.\n\\N\t"quoted", \\\\ back \r\n‘ʼ’ 😀 é\n';

/** Three leads: one whose mail is sent, one whose mail failed and is pending, and a suspect one without an attempt. */
async function fill(): Promise<void> {
  const notifications = createNotifications(source.admin);
  await insertLead(source.admin, VALUATION_LEAD, crypto.randomUUID());
  const sent = await notifications.claim('any');
  if (sent) await notifications.markSent(sent);
  await insertLead(source.admin, { ...CHAT_LEAD, message: `a${AWKWARD}b` }, crypto.randomUUID());
  const failed = await notifications.claim('any');
  if (failed) await notifications.markFailed(failed, 'ECONNECTION');
  await insertLead(source.admin, { ...CHAT_LEAD, name: 'Ìain' });
  await source.admin.query(`update public.leads set suspect_reasons = '{trap_filled,sent_too_fast}'
    where name = 'Ìain'`);
}

async function readRows({ admin }: TestDatabase) {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await admin.query<{ row: unknown }>(
      `select to_jsonb(t) - 'xact' as row from ${table} t order by (to_jsonb(t) - 'xact')::text`,
    );
    tables[table] = rows;
  }
  return tables;
}

async function restoreAll(client: pg.Client = target.admin): Promise<void> {
  await restore(client, path, await readBackup(path), () => undefined);
}

test('a restore brings back every row of every table unchanged; the desk’s events still cannot be changed, and its feed of changes continues', async () => {
  await fill();
  await insertLead(source.admin, CHAT_LEAD, crypto.randomUUID(), {
    'x-lead-origin': 'page=/&utm_source=a',
    [ENQUIRY_KEY_HEADER]: '0a5c'.repeat(16),
  });
  // On the new installation, a trial of the desk (the staff's app) has already made a member of staff.
  await target.admin.query(
    `insert into desk.staff (user_id, name, role) values (gen_random_uuid(), 'Trial', 'owner')`,
  );
  await adoptAll(source.admin);
  await source.admin.query(`
    insert into desk.staff (user_id, name, role) values ('${STAFF}', 'Ann', 'owner');
    update desk.cases set assignee = '${STAFF}', stage = 'contacted', next_action = 'call', next_at = now();
    insert into desk.requests (id, lead_id, call_hash) select gen_random_uuid(), lead_id, '\\x00' from desk.cases;
    insert into desk.events (actor, lead_id, kind, request_id)
    select '${STAFF}', lead_id, 'noted', gen_random_uuid() from desk.cases;
    insert into desk.texts (event_id, lead_id, part, body)
    select id, lead_id, 'note', E'a\\\\.\\nb' from desk.events where kind = 'noted';
    insert into private.notifications (lead_id, kind, event_id)
    select lead_id, 'asked', id from desk.events where kind = 'noted';
    insert into desk.offers
      (id, lead_id, number, event_id, amount, market_value, lines, margin, basis, funds, valid_until, open_until,
        nothing_open, status)
    select gen_random_uuid(), lead_id, 1, id, 80000, 100000, '{4500,500}', 15000, 'own_view', 'own', current_date,
      array[current_date], false, 'made'
    from desk.events where kind = 'noted';
    insert into desk.actual_costs (event_id, offer_id, amounts) select event_id, id, '{4000,null}' from desk.offers;
    insert into desk.papers (id, lead_id, kind, title, file_type, bytes, is_shown, seal_key)
    select gen_random_uuid(), lead_id, 'survey', 'A survey', 'pdf', 7, true, '\\x00ff' from desk.cases;
    insert into desk.offer_drafts (lead_id, body, saved_by)
    select lead_id, '{"amount": "148k"}', '${STAFF}' from desk.cases;
    update desk.settings set offer_terms = '{"b": 1, "a": 2}', offer_terms_saved_by = '${STAFF}';
    insert into desk.saved_replies (id, name, body, saved_by)
    values (gen_random_uuid(), 'After a call', 'Hello {first name},', '${STAFF}');
    insert into desk.site_pictures (id, width, height, upload_id, added_by)
    values ('0123456789abcdef0123', 8, 6, gen_random_uuid(), '${STAFF}');
    insert into desk.site_picture_sizes values ('0123456789abcdef0123', 8, '\\x00ff');
    insert into desk.site_changes (path, value, revision) values ('firm.yaml', '{"b": 1, "a": 2}', 3);
    insert into desk.site_files values ('\\x01', '\\x00ff');
    with made as (
      insert into desk.site_versions (content, built_with, changes) values ('{"b": 1, "a": 2}', 'sources', '{Firm}')
      returning id
    ), filed as (
      insert into desk.site_version_files select id, 'index.html', '\\x01' from made
    )
    insert into desk.site_publications (version_id) select id from made;
    insert into desk.imports (file_name, file_hash, last_event) values ('leads.csv', 'a hash', 1);
    insert into desk.imported_leads (lead_id, import_id) select lead_id, 1 from desk.cases;
    insert into desk.demo_leads (lead_id) select lead_id from desk.cases;
    insert into desk.refused_addresses (address_hash) values ('\\xff0a');
    insert into desk.mailboxes (name, uid_validity, last_uid) values ('a@firm.example/INBOX', 4294967295, 7);
    insert into desk.special_days (day, is_open) values ('2026-12-24', false);
    insert into desk_auth.users (id, email, name) values ('${STAFF}', 'ann@firm.example', 'Ann');
    insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, name)
    values ('${STAFF}', 'credential', '\\x00ff0a5c', 7, '{usb,"a b"}', 'Phone');
    insert into desk_auth.apps (user_id, secret, connected_at)
    values ('${STAFF}', 'JBSWY3DPEHPK3PXP', now())`);
  await backUp(source.admin, path, KEY);
  await restoreAll();
  const restored = await readRows(target);
  expect(restored).toEqual(await readRows(source));
  // The last test of this file checks that TABLES is complete. A new table needs a row in the statements above.
  expect(TABLES.filter((table) => restored[table]?.length === 0)).toEqual([]);

  await expect(target.admin.query('delete from desk.events')).rejects.toThrow('never changed');
  const { rows } = await target.admin.query<{ old: boolean; next: boolean }>(
    `with written as (insert into desk.events (kind) values ('exported') returning id)
     select bool_and(xact <= pg_current_xact_id()) as old, (select id from written) > max(id) as next
     from desk.events`,
  );
  expect(rows).toEqual([{ old: true, next: true }]);
});

test('after a restore, sent mails are not sent again, and pending ones and those of new leads are sent', async () => {
  await fill();
  await backUp(source.admin, path, KEY);
  await restoreAll();
  await target.admin.query('update private.notifications set next_attempt_at = now() where sent_at is null');
  const notifications = createNotifications(await target.connectAs('mailer'));
  const names: string[] = [];
  for (;;) {
    const claim = await notifications.claim('any');
    if (!claim) break;
    names.push(claim.lead.name);
    await notifications.markSent(claim);
  }
  expect(names.sort()).toEqual(['Iain', 'Ìain']);

  // The restore has enabled the triggers again, and the sequence of ids continues after the restored ones.
  await insertLead(await target.connectAs('anon'), CHAT_LEAD);
  expect((await notifications.claim('any'))?.lead.name).toBe('Iain');
});

test('an empty database can be backed up and restored', async () => {
  await backUp(source.admin, path, undefined);
  await restoreAll();
  expect(await readRows(target)).toEqual(await readRows(source));
});

test('a restore migrates a database that was never migrated', async () => {
  await fill();
  await backUp(source.admin, path, KEY);
  const { hostname, port, password } = new URL(inject('postgresUrl'));
  const name = `empty_${process.pid}`;
  await source.admin.query(`create database ${name}`);
  const client = new pg.Client(`postgres://postgres:${password}@${hostname}:${port}/${name}`);
  await client.connect();
  await restoreAll(client);
  const { rows } = await client.query('select count(*)::int as leads from public.leads');
  await client.end();
  await source.admin.query(`drop database ${name}`);
  expect(rows).toEqual([{ leads: 3 }]);
});

test('the backup is a consistent snapshot: a lead that is stored meanwhile is in it with its notification, or not at all', async () => {
  await source.admin.query('update private.lead_limits set per_minute = null');
  const writer = await source.connectAs('anon');
  let inserted = 0;
  let isWriting = true;
  async function insertMeanwhile() {
    while (isWriting) {
      await insertLead(writer, CHAT_LEAD, crypto.randomUUID());
      inserted += 1;
    }
  }
  const writing = insertMeanwhile();
  const manifests: Manifest[] = [];
  while (manifests.length < 5 || inserted < 5) {
    manifests.push(await backUp(source.admin, `${path}.${manifests.length}`, KEY));
  }
  isWriting = false;
  await writing;
  for (const { tables } of manifests) {
    const [leads, notifications] = tables;
    expect(notifications?.rows).toBe(leads?.rows);
  }
  expect(manifests.at(-1)?.tables[0]?.rows).toBeGreaterThan(0);
});

test('a backup file can be read by its owner only, has no unfinished file beside it, and never replaces another file', async () => {
  await fill();
  await backUp(source.admin, path, KEY);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['leads.backup']);
  const before = await readFile(path, 'utf8');
  await expect(backUp(source.admin, path, KEY)).rejects.toThrow('already exists: choose another name');
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('a backup that fails leaves no file', async () => {
  await source.admin.query('drop table supabase_migrations.schema_migrations');
  await expect(backUp(source.admin, path, KEY)).rejects.toThrow('schema_migrations');
  expect(await readdir(folder)).toEqual([]);
});

describe('a restore fails with an error message, and changes nothing:', () => {
  test('into a database that holds leads', async () => {
    await fill();
    await backUp(source.admin, path, KEY);
    await insertLead(target.admin, CHAT_LEAD);
    const before = await readRows(target);
    await expect(restoreAll()).rejects.toThrow(
      'This database holds leads already: restore into an empty one.',
    );
    expect(await readRows(target)).toEqual(before);
  });

  test('of a backup of another version', async () => {
    await source.admin.query(`insert into supabase_migrations.schema_migrations values ('29990101000000')`);
    await backUp(source.admin, path, KEY);
    await expect(readBackup(path)).rejects.toThrow(
      'was made by another version of this product (migration 29990101000000): restore it with that version.',
    );
  });

  test.each<[what: string, damage: (bytes: Buffer) => Buffer, message: string]>([
    ['a file that is something else', () => Buffer.from('select 1;\n'), 'is not a backup'],
    ['an empty file', () => Buffer.alloc(0), 'is not a backup'],
    ['a file with the first line only', () => Buffer.from(FIRST_LINE), 'is damaged'],
    ['a backup that was cut off', (bytes) => bytes.subarray(0, bytes.length - 200), 'is damaged'],
    ['a backup without its last byte', (bytes) => bytes.subarray(0, -1), 'is damaged'],
    ['a backup with a byte after its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), 'is damaged'],
  ])('of %s', async (_what, damage, message) => {
    await fill();
    await backUp(source.admin, path, KEY);
    await writeFile(path, damage(await readFile(path)));
    await expect(readBackup(path)).rejects.toThrow(message);
  });

  test('of a backup with a single byte changed, at each of about a hundred positions', async () => {
    await fill();
    await backUp(source.admin, path, KEY);
    const bytes = await readFile(path);
    const step = Math.max(1, Math.floor(bytes.length / 100));
    for (let position = 0; position < bytes.length; position += step) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(position) ^ 1, position);
      await writeFile(path, damaged);
      await expect(openBackup(path), `byte ${position}`).rejects.toThrow(/is damaged|is not a backup/);
    }
  });

  test('of a backup with a row that breaks a rule of its table', async () => {
    await insertLead(source.admin, CHAT_LEAD);
    await backUp(source.admin, path, KEY);
    // Changes a row and also the checksum, as a person who edits the file could.
    const [text = ''] = (await readFile(path, 'utf8')).replace('chat_widget', 'chat_wodget').split('sha256 ');
    await writeFile(path, `${text}sha256 ${createHash('sha256').update(text).digest('hex')}\n`);
    const before = await readRows(target);
    await expect(restoreAll()).rejects.toThrow('leads_source_known');
    expect(await readRows(target)).toEqual(before);
  });

  test('when the last step before the commit fails', async () => {
    await fill();
    await backUp(source.admin, path, KEY);
    const before = await readRows(target);
    const fail = () => {
      throw new Error('the keys cannot be written');
    };
    await expect(restore(target.admin, path, await readBackup(path), fail)).rejects.toThrow('the keys');
    expect(await readRows(target)).toEqual(before);
  });
});

/** Tables that are not backed up: their data is short-lived, or each database makes its own. */
const NOT_IN_A_BACKUP = [
  ...['access', 'address_counts', 'retention'].map((name) => `private.${name}`),
  ...['alerts', 'faults', 'mail_counts', 'pushes', 'site_work', 'staff_mails', 'uploads', 'upload_parts'].map(
    (name) => `desk.${name}`,
  ),
  // In files beside the backup: paper-files.test.ts.
  'desk.paper_contents',
  ...['challenges', 'codes', 'devices', 'links', 'sessions'].map((name) => `desk_auth.${name}`),
];

test('every table is in a backup, except those that a new database fills by itself', async () => {
  const { rows } = await source.admin.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'private', 'desk_auth', 'desk')`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...TABLES, ...NOT_IN_A_BACKUP].sort());
});
