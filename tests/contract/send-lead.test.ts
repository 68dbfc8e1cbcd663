import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { NotSentReason } from '#lead/form-notices.ts';
import { toNotificationBody } from '#lead/notification.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { startAppWithDatabase } from '../support/server/app-with-database.ts';

const SUBMISSION_ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
const SUBMISSION = { id: SUBMISSION_ID };
const realFetch = globalThis.fetch;

/** The requests of `sendLead`, without the headers that supabase-js and `fetch` add by themselves. */
const calls: { method: string; path: string; headers: Record<string, string>; body: string }[] = [];
const NOT_OURS = new Set(['x-client-info', 'user-agent', 'accept', 'accept-encoding']);

const recordingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  calls.push({
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries([...request.headers].filter(([name]) => !NOT_OURS.has(name))),
    body: await request.clone().text(),
  });
  return realFetch(request);
};

// Imports the module that the browser loads, with the test server's URL and publishable key.
const stack = await startAppWithDatabase();
vi.doMock('astro:env/client', () => ({
  PUBLIC_SUPABASE_URL: stack.url,
  PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY,
}));
const { sendLead } = await import('../../src/forms/core/send-lead.ts');
beforeEach(async () => {
  vi.stubGlobal('fetch', recordingFetch);
  // Node's navigator has no `onLine`.
  vi.stubGlobal('navigator', { onLine: true });
  await stack.database.admin.query('delete from public.leads');
  calls.length = 0;
  stack.mails.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

async function readLeads(): Promise<unknown[]> {
  const { rows } = await stack.database.admin.query<Record<string, unknown>>(
    `select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source from public.leads`,
  );
  return rows;
}

const HEADERS = {
  apikey: PUBLISHABLE_KEY,
  authorization: `Bearer ${PUBLISHABLE_KEY}`,
  'content-type': 'application/json',
  'x-submission-id': SUBMISSION_ID,
};

test.each([VALUATION_LEAD, CHAT_LEAD])(
  'a lead of $source is sent in the two calls of the firm’s specification, stored as typed and mailed once',
  async (lead) => {
    expect(await sendLead(lead, SUBMISSION)).toEqual({ ok: true });
    await stack.settle();
    expect(calls).toEqual([
      // supabase-js sends the schema in the header content-profile.
      {
        method: 'POST',
        path: '/rest/v1/leads',
        headers: { ...HEADERS, 'content-profile': 'public' },
        body: JSON.stringify(lead),
      },
      {
        method: 'POST',
        path: '/functions/v1/send-email',
        headers: HEADERS,
        body: JSON.stringify(toNotificationBody(lead)),
      },
    ]);
    expect(await readLeads()).toEqual([expect.objectContaining(lead)]);
    expect(stack.mails).toHaveLength(1);
  },
);

describe('the key of the seller’s own page', () => {
  const KEY = { key: 'k'.repeat(43), hash: 'ab'.repeat(32) };
  const WITH_KEY = { ...SUBMISSION, enquiryKey: KEY };
  const sentHashes = () =>
    calls.filter(({ path }) => path === '/rest/v1/leads').map(({ headers }) => headers['x-enquiry-key-hash']);

  test('only its hash is sent, in a header of the first call', async () => {
    expect(await sendLead(CHAT_LEAD, WITH_KEY)).toEqual({ ok: true, key: KEY.key });
    expect(sentHashes()).toEqual([KEY.hash]);
    expect(JSON.stringify(calls)).not.toContain(KEY.key);
  });

  test('it opens nothing if the lead was stored from another page or tab, with another key', async () => {
    await sendLead(CHAT_LEAD, { ...SUBMISSION, enquiryKey: { key: 'other', hash: 'cd'.repeat(32) } });
    expect(await sendLead(CHAT_LEAD, WITH_KEY)).toEqual({ ok: true, key: undefined });
  });

  test.each<[what: string, wasTried: boolean]>([
    ['an attempt of this call', false],
    ['an earlier call of this page', true],
  ])(
    'it opens the page if %s, whose response was lost, may have stored the lead',
    async (_what, wasTried) => {
      const loseResponse: typeof fetch = async (...request) => {
        await recordingFetch(...request);
        throw new TypeError('Failed to fetch');
      };
      if (wasTried) await sendLead(CHAT_LEAD, WITH_KEY);
      else vi.stubGlobal('fetch', vi.fn(recordingFetch).mockImplementationOnce(loseResponse));
      expect(await sendLead(CHAT_LEAD, { ...WITH_KEY, wasTried })).toEqual({ ok: true, key: KEY.key });
      expect(sentHashes()).toEqual([KEY.hash, KEY.hash]);
    },
  );
});

test('a retry with the same id is a success, one lead and one mail', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await sendLead(CHAT_LEAD, SUBMISSION)).toEqual({ ok: true });
  await stack.settle();
  expect({ leads: await readLeads(), mails: stack.mails }).toMatchObject({ leads: [CHAT_LEAD], mails: [{}] });
  expect(console.error).not.toHaveBeenCalled();
});

test('a lead that the server refuses is logged as a failure, without what the visitor typed, and no mail is asked for', async () => {
  expect(await sendLead({ ...CHAT_LEAD, phone: '555' }, SUBMISSION)).toEqual({
    ok: false,
    reason: 'refused',
  });
  expect(calls.map(({ path }) => path)).toEqual(['/rest/v1/leads']);
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/555|Iain|buyer/);
});

test.each([
  [
    'a duplicate that is not a retry',
    409,
    '{"code":"23505","message":"duplicate key value violates unique constraint \\"leads_pkey\\""}',
  ],
  ['a broken server', 500, 'oops'],
])('%s is a failure: it is logged, and asks for no mail', async (_what, status, answer) => {
  const answering = vi.fn(() => Promise.resolve(new Response(answer, { status })));
  vi.stubGlobal('fetch', answering);
  expect(await sendLead(CHAT_LEAD, SUBMISSION)).toEqual({ ok: false, reason: 'refused' });
  expect(answering).toHaveBeenCalledTimes(1);
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(CHAT_LEAD.name);
});

describe('when the server is unavailable for a moment', () => {
  test.each<[string, typeof fetch]>([
    ['408 after a slow upload', () => Promise.resolve(new Response('{}', { status: 408 }))],
    ['503', () => Promise.resolve(new Response('{}', { status: 503 }))],
    ['502 of a proxy in front of the server', () => Promise.resolve(new Response('<html>', { status: 502 }))],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'a response that is lost after the lead was stored',
      async (...request) => {
        await recordingFetch(...request);
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('%s: the request is retried, and succeeds with one lead', async (_what, failing) => {
    vi.stubGlobal('fetch', vi.fn(recordingFetch).mockImplementationOnce(failing));
    expect(await sendLead(CHAT_LEAD, SUBMISSION)).toEqual({ ok: true });
    expect(await readLeads()).toHaveLength(1);
    expect(console.error).not.toHaveBeenCalled();
  });

  const NO_RESPONSE = 0;
  test.each<[statuses: number[], reason: NotSentReason]>([
    [[503, 503, 503, 503, 503], 'refused'],
    [[NO_RESPONSE, 503, 503, 503, 503], 'unanswered'],
    [[502, 503, 503, 503, 503], 'unanswered'],
    [[504, 429], 'unanswered'],
    [[503, 429], 'too-many'],
  ])(
    'after the statuses %j, sending fails with the reason “%s”, and is logged once',
    async (statuses, reason) => {
      const unavailable = vi.fn<() => Promise<Response>>();
      for (const status of statuses) {
        if (status === NO_RESPONSE) unavailable.mockRejectedValueOnce(new TypeError('Failed to fetch'));
        else unavailable.mockResolvedValueOnce(new Response('{}', { status }));
      }
      vi.stubGlobal('fetch', unavailable);
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const sent = sendLead(CHAT_LEAD, SUBMISSION);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await sent).toEqual({ ok: false, reason });
      expect(unavailable).toHaveBeenCalledTimes(statuses.length);
      expect(console.error).toHaveBeenCalledTimes(1);
    },
  );
});

test.each([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gets a response with the status 500', () => Promise.resolve(new Response('no', { status: 500 }))],
])('a mail call that %s is logged only: the visitor still sees success', async (_what, answer) => {
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const [input] = request;
    const url = input instanceof Request ? input.url : String(input);
    return url.includes('/functions/') ? answer() : recordingFetch(...request);
  });
  expect(await sendLead(CHAT_LEAD, SUBMISSION)).toEqual({ ok: true });
  expect(console.info).toHaveBeenCalledTimes(1);
  expect(await readLeads()).toHaveLength(1);
});
