import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { NO_SUCH_LINK, openSellerDatabase } from '../support/seller/seller-database.ts';
import { insertLead, tryInsert } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { deleteExpiredRows } from '../../server/operations/retention.ts';

const desk = await openSellerDatabase();
const { admin, send, staff } = desk;

const REFUSED = { status: 404, body: NO_SUCH_LINK };

const countKeys = async () => {
  const { rows } = await admin.query<{ count: number }>(
    'select count(key_hash)::int as count from private.notifications',
  );
  return rows[0]?.count;
};

describe('the key that a lead is sent with', () => {
  test.each([VALUATION_LEAD, CHAT_LEAD])('opens the page of that lead, of $source', async (row) => {
    const seller = await desk.addSeller({ ...row });
    const { access, source, sent, reference } = await seller.see();
    expect([access, source, sent.name, sent.phone]).toEqual(['full', row.source, row.name, row.phone]);
    expect(reference).toBe((await staff.lead(seller.leadId)).reference);
  });

  test('is stored as a hash only', async () => {
    const { key } = await desk.addSeller();
    const { rows } = await admin.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'desk')`,
    );
    for (const { name } of rows) {
      const { rowCount } = await admin.query(
        `select from ${name} as t where strpos(to_jsonb(t)::text, $1) > 0`,
        [key],
      );
      expect([name, rowCount]).toEqual([name, 0]);
    }
  });

  test.each([
    ['nothing', ''],
    ['a key', 'k'.repeat(43)],
    ['upper-case digits', 'A'.repeat(64)],
    ['63 digits', 'a'.repeat(63)],
    ['65 digits', 'a'.repeat(65)],
    ['a line break at its end', `${'a'.repeat(64)}\n`],
    ['markup', `'"><script>${'a'.repeat(50)}`],
  ])('is ignored if its header is %s, and the lead is stored', async (_what, header) => {
    const before = await countKeys();
    await desk.addLead({}, { [ENQUIRY_KEY_HEADER]: header });
    expect(await countKeys()).toBe(before);
  });

  test('is not stored for a replay, so that nobody can open the page by repeating the answers', async () => {
    const anon = await desk.database.connectAs('anon');
    const submission = randomUUID();
    const [own, other] = [await newEnquiryKey(), await newEnquiryKey()];
    await insertLead(anon, CHAT_LEAD, submission, { [ENQUIRY_KEY_HEADER]: own.hash });
    await expect(
      insertLead(anon, CHAT_LEAD, submission, { [ENQUIRY_KEY_HEADER]: other.hash }),
    ).rejects.toMatchObject({ constraint: 'notifications_submission_id_key' });
    expect(await send('enquiry', { key: other.key })).toEqual(REFUSED);
    expect(await send('enquiry', { key: own.key })).toMatchObject({ status: 200 });
    expect(await tryInsert(anon, CHAT_LEAD, randomUUID())).toBe('stored');
  });

  test('still opens the first lead if another lead comes with the same hash, which is stored without a key', async () => {
    const { key, hash } = await newEnquiryKey();
    const first = await desk.addLead({ name: 'First' }, { [ENQUIRY_KEY_HEADER]: hash });
    const second = await desk.addLead({ name: 'Second' }, { [ENQUIRY_KEY_HEADER]: hash });
    expect(second).not.toBe(first);
    expect((await desk.sellerWith(key).see()).sent.name).toBe('First');
  });

  test('is in the notification until the lead has a case, and opens the page before and after', async () => {
    const [first, second] = [await desk.addSeller(), await desk.addSeller()];
    const isMoved = async ({ leadId }: { leadId: string }) =>
      (await admin.query('select from desk.enquiry_keys where lead_id = $1', [leadId])).rowCount === 1;
    expect([await isMoved(first), await isMoved(second)]).toEqual([false, false]);
    expect((await first.see()).access).toBe('full');
    expect([await isMoved(first), await isMoved(second)]).toEqual([true, false]);
    expect((await staff.lead(second.leadId)).seller.links).toBe(1);
    expect((await second.see()).access).toBe('full');
  });

  test('ends when staff end all links, even if the page was never opened', async () => {
    const seller = await desk.addSeller();
    await staff.lead(seller.leadId);
    await staff.call('end_links', { lead_id: seller.leadId, request_id: randomUUID() });
    expect(await seller.attempt('enquiry')).toEqual(REFUSED);
  });

  test('ends 180 days after the lead came, if it was never used', async () => {
    const age = (leadId: string, days: number) =>
      admin.query(`update public.leads set created_at = now() - make_interval(days => $2) where id = $1`, [
        leadId,
        days,
      ]);
    const [young, old] = [await desk.addSeller(), await desk.addSeller()];
    await age(young.leadId, 179);
    await age(old.leadId, 181);
    expect((await young.see()).access).toBe('full');
    expect(await old.attempt('enquiry')).toEqual(REFUSED);
  });

  test('works for a suspect lead too', async () => {
    const seller = await desk.addSeller({}, { 'x-suspect-reasons': 'trap_filled' });
    expect((await seller.see()).access).toBe('full');
  });
});

describe('the same refusal is the answer to', () => {
  test('a key 180 days after its last use', async () => {
    const seller = await desk.addSeller();
    const setEnd = (text: string) =>
      admin.query(
        `update desk.enquiry_keys set last_used_at = null, ends_at = now() + $2::interval where lead_id = $1`,
        [seller.leadId, text],
      );
    await seller.see();
    await setEnd('1 minute');
    await seller.see();
    const { rows } = await admin.query<{ days: number }>(
      `select extract(day from ends_at - now())::int as days from desk.enquiry_keys where lead_id = $1`,
      [seller.leadId],
    );
    expect(rows[0]?.days).toBeGreaterThanOrEqual(179);
    await setEnd('-1 second');
    expect(await seller.attempt('enquiry')).toEqual(REFUSED);
    const { hash } = await newEnquiryKey();
    expect(await seller.attempt('share', { key_hash: hash })).toEqual(REFUSED);
    expect(await deleteExpiredRows(admin, { lead: 0, suspect: 0, delivery: 0 })).toMatchObject({ leads: 0 });
    const left = await admin.query('select from desk.enquiry_keys where lead_id = $1', [seller.leadId]);
    expect(left.rowCount).toBe(0);
  });

  test('the key of an erased lead', async () => {
    const seller = await desk.addSeller();
    await admin.query('delete from public.leads where id = $1', [seller.leadId]);
    expect(await seller.attempt('enquiry')).toEqual(REFUSED);
  });

  test('an unknown, malformed, ended or read-only key, with the same statements, so that no time tells which it is', async () => {
    const [ended, seller] = [await desk.addSeller(), await desk.addSeller()];
    await ended.see();
    await admin.query(`update desk.enquiry_keys set ends_at = now() where lead_id = $1`, [ended.leadId]);
    const reader = await desk.addReader(seller);
    const keys = { unknown: 'u'.repeat(43), malformed: '<script>', ended: ended.key, reading: reader.key };
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const statements: Record<string, unknown[]> = {};
    for (const [what, key] of Object.entries(keys)) {
      query.mockClear();
      expect(await send('write', { key, request_id: randomUUID(), body: 'x' })).toEqual(REFUSED);
      statements[what] = query.mock.calls.map(([given]: unknown[]) =>
        typeof given === 'string' ? given : (given as pg.QueryConfig).text,
      );
    }
    expect(statements.unknown).not.toEqual([]);
    for (const [what, those] of Object.entries(statements)) expect(those, what).toEqual(statements.unknown);
  });
});

describe('the limit of sixty calls a minute without a right key from one address', () => {
  const callFrom = (address: string, key = 'u'.repeat(43)) =>
    send('enquiry', { key }, { 'cf-connecting-ip': address });

  test('is not one of right keys, nor are these counted', async () => {
    const seller = await desk.addSeller();
    for (let count = 0; count < 100; count += 1) {
      expect(await callFrom('203.0.113.3', seller.key)).toMatchObject({ status: 200 });
    }
    for (let count = 0; count < 60; count += 1) expect(await callFrom('203.0.113.3')).toEqual(REFUSED);
    expect(await callFrom('203.0.113.3')).toMatchObject({ status: 429 });
    const neighbour = await desk.addSeller();
    expect(await callFrom('203.0.113.3', neighbour.key)).toMatchObject({ status: 200 });
  });

  test('counts every kind of wrong key, and refuses them all alike', async () => {
    const [ended, seller] = [await desk.addSeller(), await desk.addSeller()];
    await ended.see();
    await admin.query(`update desk.enquiry_keys set ends_at = now() where lead_id = $1`, [ended.leadId]);
    const reader = await desk.addReader(seller);
    const keys = ['u'.repeat(43), '<script>', ended.key, reader.key];
    const writeWith = (key: unknown) =>
      send('write', { key, request_id: randomUUID(), body: 'x' }, { 'cf-connecting-ip': '203.0.113.4' });
    for (let count = 0; count < 60; count += 1) expect(await writeWith(keys[count % 4])).toEqual(REFUSED);
    const answers = await Promise.all(keys.map(writeWith));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    // The seconds to wait can differ by one.
    const words = answers.map(({ body }) => JSON.stringify({ ...(body as object), details: null }));
    expect(new Set(words).size).toBe(1);
    expect(await callFrom('203.0.113.4', reader.key)).toMatchObject({ status: 200 });
  });

  test('does not count a call whose address is unknown or invalid', async () => {
    for (let count = 0; count < 61; count += 1) expect(await callFrom('no address')).toEqual(REFUSED);
  });
});

test('one key may make 300 calls a minute, refused ones included, whatever other keys do', async () => {
  const seller = await desk.addSeller();
  for (let count = 0; count < 150; count += 1) {
    expect(await seller.attempt('enquiry')).toMatchObject({ status: 200 });
    const answer = { offer_id: randomUUID(), answer: 'decline' };
    expect(await seller.attempt('answer_offer', answer)).toMatchObject({ status: 409 });
  }
  for (const name of ['enquiry', 'write']) {
    const refused = await seller.attempt(name, { body: 'Hello?' });
    expect(refused).toMatchObject({ status: 429 });
    expect(Number((refused.body as { details: string }).details)).toBeGreaterThan(0);
  }
  expect((await (await desk.addSeller()).see()).access).toBe('full');
});

test('simultaneous first visits by one key write one event, and later ones within the hour none', async () => {
  const seller = await desk.addSeller();
  await Promise.all(Array.from({ length: 10 }, () => seller.see()));
  const opened = async () =>
    (await staff.lead(seller.leadId)).events.filter(({ kind }) => (kind as string) === 'opened').length;
  expect(await opened()).toBe(1);
  await admin.query(`update desk.enquiry_keys set last_used_at = now() - interval '2 minutes'`);
  await seller.see();
  expect(await opened()).toBe(1);
  const reader = await desk.addReader(seller);
  await reader.see();
  expect(await opened()).toBe(1);

  await admin.query(
    `alter table desk.events disable trigger user;
     update desk.events set at = at - interval '61 minutes' where lead_id = '${seller.leadId}';
     alter table desk.events enable trigger user`,
  );
  await admin.query(`update desk.enquiry_keys set last_used_at = now() - interval '2 minutes'`);
  await seller.see();
  expect(await opened()).toBe(2);
});

test('the use of a key is noted at most once a minute', async () => {
  const seller = await desk.addSeller();
  const usedAt = async () => {
    const { rows } = await admin.query<{ at: Date }>(
      'select last_used_at as at from desk.enquiry_keys where lead_id = $1',
      [seller.leadId],
    );
    return rows[0]?.at;
  };
  await seller.see();
  const first = await usedAt();
  expect(first).toBeInstanceOf(Date);
  await seller.see();
  expect(await usedAt()).toEqual(first);
});
