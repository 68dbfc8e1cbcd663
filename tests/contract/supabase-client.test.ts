import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toNotificationBody } from '#lead/notification.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../support/publishable-key.ts';
import { startAppWithDatabase } from '../support/app-with-database.ts';

const stack = await startAppWithDatabase();
beforeEach(() => stack.database.admin.query('delete from public.leads'));
afterAll(() => stack.close());

/** The Supabase client as anybody can create it, with only a URL and a publishable key. */
const connect = (url = stack.url, key = PUBLISHABLE_KEY) =>
  createClient(url, key, { auth: { persistSession: false } });

async function countLeads(): Promise<unknown> {
  const { rows } = await stack.database.admin.query<{ count: number }>(
    'select count(*)::int from public.leads',
  );
  return rows[0]?.count;
}

describe.each([VALUATION_LEAD, CHAT_LEAD])(
  'the unchanged Supabase client, with a lead of $source',
  (typedLead) => {
    // Untyped, because this client does not know the types of the tables.
    const lead: Record<string, unknown> = typedLead;

    test('inserts the lead without an error', async () => {
      const client = connect();
      const answer = await client.from('leads').insert(lead);
      expect(answer).toMatchObject({ error: null, status: 201, data: null });
      expect(await countLeads()).toBe(1);
    });

    test('gets an error with the code and the constraint when a submission is repeated', async () => {
      const client = connect();
      const insert = () =>
        client
          .from('leads')
          .insert(lead)
          .setHeader('x-submission-id', '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c11');
      expect((await insert()).error).toBeNull();
      const message = expect.stringContaining('notifications_submission_id_key') as string;
      expect(await insert()).toMatchObject({ status: 409, error: { code: '23505', message } });
      expect(await countLeads()).toBe(1);
    });

    test('invokes the function `send-email` without an error', async () => {
      const client = connect();
      await client.from('leads').insert(lead);
      const answer = await client.functions.invoke<unknown>('send-email', {
        body: toNotificationBody(typedLead),
      });
      await stack.settle();
      expect(answer).toMatchObject({ error: null, data: { status: 'accepted' } });
      const subject = expect.stringContaining(typedLead.name) as string;
      expect(stack.mails.splice(0)).toMatchObject([{ subject }]);
    });

    test('cannot read the lead back, change it or delete it', async () => {
      const client = connect();
      await client.from('leads').insert(lead);
      const attempts = [
        client.from('leads').insert(lead).select(),
        client.from('leads').select(),
        client.from('leads').update({ name: 'x' }).eq('name', typedLead.name),
        client.from('leads').delete().neq('name', ''),
        client.from('leads').upsert([lead, lead]),
        client.from('notifications').select(),
        client.schema('private').from('notifications').select(),
        client.rpc('record_notifications'),
      ];
      for (const attempt of attempts) {
        expect(await attempt).toMatchObject({ error: expect.anything() as unknown, data: null });
      }
      const { rows } = await stack.database.admin.query(
        'select name, sent_at from public.leads join private.notifications on id = lead_id',
      );
      expect(rows).toEqual([{ name: typedLead.name, sent_at: null }]);
    });
  },
);

describe('the unchanged Supabase client gets PostgREST’s error', () => {
  test.each([
    ['when a constraint is violated', { ...CHAT_LEAD, phone: '1' }, 400, '23514', 'leads_phone'],
    ['when a field is missing', { ...CHAT_LEAD, phone: undefined }, 400, '23502', 'required field'],
    ['when a field is unknown', { ...CHAT_LEAD, colour: 'red' }, 400, 'PGRST204', 'field'],
    ['when a field has the wrong type', { ...CHAT_LEAD, phone: 5 }, 400, '22P02', 'phone must be text'],
  ])('%s', async (_what, lead: Record<string, unknown>, status, code, message) => {
    expect(await connect().from('leads').insert(lead)).toMatchObject({
      status,
      error: { code, message: expect.stringContaining(message) as string },
    });
    expect(await countLeads()).toBe(0);
  });

  test('when there are too many leads', async () => {
    const limited = await startAppWithDatabase([{ count: 1, seconds: 60 }]);
    const client = connect(limited.url);
    expect((await client.from('leads').insert(CHAT_LEAD as Record<string, unknown>)).status).toBe(201);
    const answer = await client.from('leads').insert(CHAT_LEAD);
    await limited.close();
    const message = expect.stringMatching(/^Too many enquiries/) as string;
    expect(answer).toMatchObject({
      status: 429,
      error: { code: 'PT429', message, details: null, hint: null },
    });
  });

  test('when its publishable key is wrong', async () => {
    const other = connect(stack.url, 'sb_publishable_other');
    const answer = await other.from('leads').insert(CHAT_LEAD);
    expect(answer).toMatchObject({ status: 401, error: { code: 'PGRST301' } });
    expect(await countLeads()).toBe(0);
  });
});
