import { describe, expect, test } from 'vitest';
import { createRecordingStore, createTestApp } from '../../tests/support/server/test-app.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/server/publishable-key.ts';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import type { InsertOutcome, Submission } from './lead-store.ts';

const SUBMISSION_ID = '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c11';
const HEADERS = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };
const PATH = '/rest/v1/leads';
const JSON_LEAD = JSON.stringify(CHAT_LEAD);

type Post = {
  body?: BodyInit;
  headers?: Record<string, string>;
  path?: string;
  outcome?: InsertOutcome | Error;
};

async function post({ body = JSON_LEAD, headers = HEADERS, path = PATH, outcome }: Post) {
  const leads = createRecordingStore(outcome);
  const { app, lines } = createTestApp({ leads });
  const response = await app.request(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { response, inserted: leads.inserted, lines };
}

const refusal = (code: string) => ({
  code,
  message: expect.stringMatching(/^.{10,120}$/) as string,
  details: null,
  hint: null,
});

/** A body without `Content-Length`, which is produced only as far as the server reads it. */
function streamOf(bytes: number) {
  const piece = new Uint8Array(64 * 1024).fill(0x20);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= bytes) controller.close();
      else controller.enqueue(piece);
      sent += piece.length;
    },
  });
  return { stream, bytesSent: () => sent };
}

describe('a lead of the site', () => {
  test.each([VALUATION_LEAD, CHAT_LEAD])(
    'a lead of $source is stored unchanged, and the response is 201 without a body',
    async (lead) => {
      const { response, inserted } = await post({ body: JSON.stringify(lead) });
      expect(response.status).toBe(201);
      expect(await response.text()).toBe('');
      expect(inserted).toEqual([
        { row: lead, submissionId: undefined, suspectReasons: [], clientIp: undefined },
      ]);
    },
  );

  test.each<[what: string, header: string, value: string, stored: Partial<Submission>]>([
    ['with a charset', 'content-type', 'application/json; charset=utf-8', {}],
    ['with Prefer: return=minimal', 'prefer', 'return=minimal', {}],
    ['with an Authorization header, which is ignored', 'authorization', 'Bearer anything', {}],
    ['with its submission id', 'x-submission-id', SUBMISSION_ID, { submissionId: SUBMISSION_ID }],
    // The database checks the hash of the key to the seller's page.
    ['with the hash of its key', ENQUIRY_KEY_HEADER, 'a hash', { keyHash: 'a hash' }],
    [
      'that looks suspect, with the known reasons only,',
      'x-suspect-reasons',
      'sent_too_fast,nonsense,trap_filled',
      { suspectReasons: ['trap_filled', 'sent_too_fast'] },
    ],
    // The database reads the origin.
    ...['page=/glasgow', '%00%zz&utm_source=%ff', 'a'.repeat(10_000), '\u00ff\u00fe'].map(
      (origin): [string, string, string, Partial<Submission>] => [
        `with its origin, ${JSON.stringify(origin.slice(0, 30))},`,
        'x-lead-origin',
        origin,
        { origin },
      ],
    ),
  ])('a lead %s is stored', async (_what, header, value, stored) => {
    const { response, inserted } = await post({ headers: { ...HEADERS, [header]: value } });
    expect(response.status).toBe(201);
    expect(inserted).toMatchObject([{ row: CHAT_LEAD, ...stored }]);
  });
});

describe('a body that is not a lead is refused and not stored', () => {
  const withKey = (key: string, value = '"x"') => JSON_LEAD.replace('{', `{${JSON.stringify(key)}:${value},`);
  test.each<[what: string, body: BodyInit, status: number, code: string]>([
    ['nothing', '', 400, 'PGRST102'],
    ['half a body', JSON_LEAD.slice(0, -1), 400, 'PGRST102'],
    ['two bodies', JSON_LEAD + JSON_LEAD, 400, 'PGRST102'],
    ['a form', 'name=Iain&source=chat_widget', 400, 'PGRST102'],
    ['not UTF-8', Buffer.from(JSON_LEAD.replace('Iain', 'I\u00e9in'), 'latin1'), 400, 'PGRST102'],
    ['UTF-16', Buffer.from(JSON_LEAD, 'utf16le'), 400, 'PGRST102'],
    ['a raw NUL byte', JSON_LEAD.replace('Iain', 'I\0in'), 400, 'PGRST102'],
    ['an escaped NUL', JSON_LEAD.replace('Iain', 'I\\u0000in'), 400, '22P05'],
    ['half a surrogate pair', JSON_LEAD.replace('Iain', 'I\\ud800in'), 400, '22P05'],
    ['an escaped NUL in the source', JSON_LEAD.replace('chat_', 'chat\\u0000'), 400, '22P05'],
    ['null', 'null', 400, 'PGRST102'],
    ['a number', '5', 400, 'PGRST102'],
    ['text', '"name"', 400, 'PGRST102'],
    ['an empty array', '[]', 400, 'PGRST102'],
    ['one lead in an array', `[${JSON_LEAD}]`, 400, 'PGRST102'],
    ['two leads in an array', `[${JSON_LEAD},${JSON_LEAD}]`, 400, 'PGRST102'],
    ['an unknown field', withKey('colour'), 400, 'PGRST204'],
    ['an id', withKey('id', `"${SUBMISSION_ID}"`), 400, 'PGRST204'],
    ['a time', withKey('created_at', '"2020-01-01"'), 400, 'PGRST204'],
    ['a field in capitals', withKey('NAME'), 400, 'PGRST204'],
    ['SQL as a field', withKey('name) values (1); drop table leads; --'), 400, 'PGRST204'],
    ['a key named __proto__', withKey('__proto__', '{"name":"x"}'), 400, 'PGRST204'],
    ['a key named constructor', withKey('constructor', '{"prototype":{}}'), 400, 'PGRST204'],
    ['a key named toString', withKey('toString'), 400, 'PGRST204'],
    ['a number as e-mail', withKey('email', '5'), 400, '22P02'],
    ['true as e-mail', withKey('email', 'true'), 400, '22P02'],
    ['an array as e-mail', withKey('email', '["x"]'), 400, '22P02'],
    ['an object as e-mail', withKey('email', '{"toString":"x"}'), 400, '22P02'],
    ['17 KB', withKey('email', `"${'a'.repeat(17_000)}"`), 413, 'PGRST102'],
    ['10 MB', withKey('email', `"${'a'.repeat(10_000_000)}"`), 413, 'PGRST102'],
    ['16,000 brackets', '['.repeat(16_000), 400, 'PGRST102'],
  ])('%s', async (_what, body, status, code) => {
    const { response, inserted } = await post({ body });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(refusal(code));
    expect(inserted).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('10 MB without Content-Length: refused after 16 KB, the rest is not read', async () => {
    const { stream, bytesSent } = streamOf(10_000_000);
    const { response, inserted } = await post({ body: stream });
    expect({ status: response.status, inserted }).toEqual({ status: 413, inserted: [] });
    expect(bytesSent()).toBeLessThan(500_000);
  });
});

describe('a request that the site does not make is refused and not stored', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const withHeader = (name: string, value: string) => ({ headers: { ...HEADERS, [name]: value } });
  test.each<[what: string, post: Post, status: number, code: string]>([
    ['no apikey', { headers: JSON_TYPE }, 401, 'PGRST301'],
    ['a wrong apikey', withHeader('apikey', `${PUBLISHABLE_KEY}x`), 401, 'PGRST301'],
    ['an empty apikey', withHeader('apikey', ''), 401, 'PGRST301'],
    [
      'the apikey in the query',
      { headers: JSON_TYPE, path: `${PATH}?apikey=${PUBLISHABLE_KEY}` },
      401,
      'PGRST301',
    ],
    ['a form’s type', withHeader('content-type', 'application/x-www-form-urlencoded'), 415, 'PGRST102'],
    ['text/plain, which needs no preflight', withHeader('content-type', 'text/plain'), 415, 'PGRST102'],
    ['CSV', withHeader('content-type', 'text/csv'), 415, 'PGRST102'],
    ['a type that starts like JSON', withHeader('content-type', 'application/jsonp'), 415, 'PGRST102'],
    [
      'application/json-seq, which is not JSON',
      withHeader('content-type', 'application/json-seq'),
      415,
      'PGRST102',
    ],
    ['a selection', { path: `${PATH}?select=*` }, 400, 'PGRST100'],
    ['a filter', { path: `${PATH}?id=eq.1` }, 400, 'PGRST100'],
    ['a conflict target', { path: `${PATH}?on_conflict=id` }, 400, 'PGRST100'],
    ['Prefer: return=representation', withHeader('prefer', 'return=representation'), 401, '42501'],
    [
      'return=representation among other preferences',
      withHeader('prefer', 'count=exact,return=representation'),
      401,
      '42501',
    ],
    ['Prefer: return=headers-only', withHeader('prefer', 'return=headers-only'), 401, '42501'],
    ['a submission id that is not a UUID', withHeader('x-submission-id', 'abc'), 400, '22P02'],
    ['an empty submission id', withHeader('x-submission-id', ''), 400, '22P02'],
    ['SQL as submission id', withHeader('x-submission-id', "'; drop table leads; --"), 400, '22P02'],
  ])('%s', async (_what, request, status, code) => {
    const { response, inserted, lines } = await post(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(refusal(code));
    expect(inserted).toEqual([]);
    expect(lines[0]).toMatchObject({ msg: 'lead refused', status, code });
  });
});

describe('when the database rejects a lead, the response has the status and the code that PostgREST gives, and a message', () => {
  test.each<[sqlState: string, constraint: string | undefined, status: number, message: string]>([
    [
      '23505',
      'notifications_submission_id_key',
      409,
      'duplicate key value violates unique constraint "notifications_submission_id_key"',
    ],
    ['23514', 'leads_phone', 400, 'new row for relation "leads" violates check constraint "leads_phone"'],
    ['23502', undefined, 400, 'A required field is missing.'],
    ['42501', undefined, 401, 'permission denied for table leads'],
    ['22001', undefined, 400, 'A value cannot be stored.'],
  ])('%s', async (sqlState, constraint, status, message) => {
    const { response } = await post({ outcome: { ok: false, sqlState, constraint, replay: false } });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code: sqlState, message, details: null, hint: null });
  });

  test('when the database is down, the response is 503 with Retry-After and does not contain the error', async () => {
    const { response, lines } = await post({
      outcome: new Error('insert into public.leads: ECONNREFUSED 127.0.0.1'),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual(refusal('unavailable'));
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request failed' }));
  });
});

test('a lead above the rate limit gets 429 with Retry-After, and the refusal is logged', async () => {
  const { response, lines } = await post({ outcome: { ok: false, secondsToWait: 7 } });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await response.json()).toEqual(refusal('PT429'));
  expect(lines).toMatchObject([{ msg: 'lead refused', status: 429 }, { msg: 'request' }]);
});

test('every request is logged, a refused lead also with its own line, and no line contains personal data', async () => {
  const { lines: stored } = await post({ headers: { ...HEADERS, 'x-submission-id': SUBMISSION_ID } });
  const { lines: refused } = await post({ body: JSON_LEAD.replace('{', '{"colour":"red",') });
  expect([...stored, ...refused].map(({ msg }) => msg)).toEqual(['request', 'lead refused', 'request']);
  expect(JSON.stringify([stored, refused])).not.toMatch(/Iain|496\D0|buyer|red|sb_publishable|0190a5c4/);
});
