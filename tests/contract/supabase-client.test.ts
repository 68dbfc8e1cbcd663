import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../support/publishable-key.ts';
import { startAppWithDatabase } from '../support/app-with-database.ts';

const stack = await startAppWithDatabase();
beforeEach(() => stack.database.admin.query('delete from public.leads'));
afterAll(() => stack.close());

/** The Supabase client as anybody can create it, with only a URL and a publishable key. */
const client = createClient(stack.url, PUBLISHABLE_KEY, { auth: { persistSession: false } });

test.each([VALUATION_LEAD, CHAT_LEAD])(
  'the unchanged Supabase client cannot read a lead of $source back, change it or delete it',
  async (typedLead) => {
    // Untyped, because this client does not know the types of the tables.
    const lead: Record<string, unknown> = typedLead;
    expect(await client.from('leads').insert(lead)).toMatchObject({ status: 201, error: null });
    const attempts = [
      client.from('leads').insert(lead).select(),
      client.from('leads').select(),
      client.from('leads').update({ name: 'x' }).eq('name', typedLead.name),
      client.from('leads').delete().neq('name', ''),
      client.from('leads').upsert([lead, lead]),
      client.from('notifications').select(),
      client.schema('private').from('notifications').select(),
      client.rpc('record_lead'),
    ];
    for (const attempt of attempts) {
      expect(await attempt).toMatchObject({ error: expect.anything() as unknown, data: null });
    }
    const { rows } = await stack.database.admin.query(
      'select name, sent_at from public.leads join private.notifications on id = lead_id',
    );
    expect(rows).toEqual([{ name: typedLead.name, sent_at: null }]);
  },
);
