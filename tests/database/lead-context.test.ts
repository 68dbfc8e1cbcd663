import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';
import { insertLead } from '../support/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/sample-leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
const mailer = await database.connectAs('mailer');
await database.admin.query('update private.lead_limits set per_minute = null');
beforeEach(() => database.admin.query('delete from public.leads'));
afterAll(() => database.drop());

/** Inserts a lead as a visitor does. @returns its id */
async function store(phone: string, headers: Record<string, string> = {}): Promise<string> {
  const submission = crypto.randomUUID();
  await insertLead(anon, { ...CHAT_LEAD, phone }, submission, headers);
  const { rows } = await database.admin.query<{ lead_id: string }>(
    'select lead_id from private.notifications where submission_id = $1',
    [submission],
  );
  return rows[0]?.lead_id ?? '';
}

async function contextOf(id: string): Promise<unknown> {
  const { rows } = await mailer.query<{ context: unknown }>('select private.lead_context($1) as context', [
    id,
  ]);
  return rows[0]?.context;
}

test('the mailer can read a lead’s page and campaign through the function lead_context, before and after the lead has its case, but may not read the table lead_origins', async () => {
  const origin = 'page=/glasgow&utm_source=google&utm_medium=cpc&utm_campaign=spring';
  const id = await store('0131 496 0123', { 'x-lead-origin': origin });
  expect(await contextOf(id)).toEqual({
    submissionId: expect.any(String) as string,
    promisedBy: expect.any(String) as string,
    page: '/glasgow',
    campaign: 'spring, google, cpc',
    earlier: [],
  });
  await expect(mailer.query('select * from desk.lead_origins')).rejects.toMatchObject({ code: '42501' });
  await database.admin.query('select desk.adopt(array[$1::uuid])', [id]);
  expect(await contextOf(id)).toMatchObject({ page: '/glasgow', campaign: 'spring, google, cpc' });
});

test('the context of a lead has the earlier leads with the same number, in any spelling, the latest first', async () => {
  const first = await store('+44 (0)131 496 0123');
  await store('0131 496 9123');
  const second = await store('0131-496-0123');
  const third = await store('01314960123');
  expect(await contextOf(third)).toMatchObject({ page: null, campaign: null, earlier: [second, first] });
  expect(await contextOf(first)).toMatchObject({ earlier: [] });
});

test('on an error lead_context returns null and raises nothing, so that the mail is still sent', async () => {
  const id = await store('0131 496 0123');
  await store('0131 496 0123');
  await database.admin.query('alter table desk.lead_origins rename to gone');
  try {
    expect(await contextOf(id)).toBeNull();
  } finally {
    await database.admin.query('alter table private.gone rename to lead_origins');
  }
});
