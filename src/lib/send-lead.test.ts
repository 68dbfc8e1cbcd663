import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import type { ChatLead } from '../../supabase/functions/_shared/lead/lead.ts';
import { sendLead } from './send-lead.ts';

const KEY = 'public-key';
const ID = '00000000-0000-4000-8000-000000000000';
const LEAD: ChatLead = { name: 'Iain', phone: '0131 496 0999', message: 'Any fees?', source: 'chat_widget' };

/** The real client, its network replaced: what it would send is what is looked at. */
const network = vi.hoisted(() => vi.fn<(request: Request) => Promise<Response>>());

vi.mock('./supabase.ts', () => ({
  supabase: createClient('http://backend.test', KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => network(new Request(input, init)) },
  }),
  ANONYMOUS_AUTHORIZATION: `Bearer ${KEY}`,
}));

const answerInsert = (response: Response) => {
  network.mockImplementation((request) =>
    Promise.resolve(request.url.includes('/rest/') ? response : Response.json({ ok: true })),
  );
};

const databaseError = (code: string, message: string) => Response.json({ code, message }, { status: 409 });

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  network.mockReset();
});

test('a lead is inserted without asking for the row, then its notification is asked for', async () => {
  answerInsert(new Response(null, { status: 201 }));

  expect(await sendLead(LEAD, ID)).toEqual({ ok: true });

  const [insert, notification] = network.mock.calls.map(([request]) => request);
  expect(insert?.url).toBe('http://backend.test/rest/v1/leads');
  expect(insert?.headers.get('prefer') ?? '').not.toContain('representation');
  expect(await insert?.json()).toEqual(LEAD);
  expect(notification?.url).toBe('http://backend.test/functions/v1/send-email');
  for (const request of [insert, notification]) {
    expect(request?.headers.get('x-submission-id')).toBe(ID);
    expect(request?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
  }
  expect(errors).not.toHaveBeenCalled();
});

test('a replay of a submission that did arrive is a success', async () => {
  answerInsert(
    databaseError(
      '23505',
      'duplicate key value violates unique constraint "notifications_submission_id_key"',
    ),
  );
  expect(await sendLead(LEAD, ID)).toEqual({ ok: true });
});

test.each([
  [
    'another duplicate',
    databaseError('23505', 'duplicate key value violates unique constraint "leads_pkey"'),
  ],
  ['a refusal', databaseError('23514', 'new row violates check constraint')],
  ['a broken server', new Response('oops', { status: 500 })],
])('%s is a failure: it is logged, and no notification is asked for', async (_what, response) => {
  answerInsert(response);
  expect(await sendLead(LEAD, ID)).toEqual({ ok: false });
  expect(network).toHaveBeenCalledOnce();
  expect(errors).toHaveBeenCalledOnce();
  expect(JSON.stringify(errors.mock.calls)).not.toContain(LEAD.name);
});

test('no network is a failure', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await sendLead(LEAD, ID)).toEqual({ ok: false });
});

test('a notification that fails is only logged', async () => {
  network.mockImplementation((request) =>
    Promise.resolve(new Response(null, { status: request.url.includes('/rest/') ? 201 : 500 })),
  );
  expect(await sendLead(LEAD, ID)).toEqual({ ok: true });
  expect(errors).not.toHaveBeenCalled();
});
