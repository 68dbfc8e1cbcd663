import { load } from 'cheerio';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createRecordingStore,
  createTestApp,
  SECURITY_HEADERS,
  SITE_FIXTURE,
} from '../../tests/support/server/test-app.ts';
import {
  CHAT_ANSWERS,
  CHAT_LEAD,
  VALUATION_ANSWERS,
  VALUATION_LEAD,
} from '../../tests/support/leads/sample-leads.ts';
import { hashEnquiryKey } from '#lead/enquiry-key.ts';
import { referenceOf } from '#lead/reference.ts';
import { HONEYPOT_FIELD } from '#lead/suspicion.ts';
import type { AppDependencies } from '../app.ts';
import { createMetrics } from '../operations/metrics.ts';
import { openSite } from '../site/site.ts';
import type { InsertOutcome } from './lead-store.ts';

const VALUATION_FORM = { source: 'valuation_form', ...VALUATION_ANSWERS };
const CHAT_FORM = { source: 'chat_widget', ...CHAT_ANSWERS };

const CONTACT_LINKS = [
  'mailto:hello@firm.example',
  'https://wa.me/447700900123?text=Hello',
  'tel:01314960123',
];

/** Encodes a form as a browser does: line breaks of a text area become CR LF. */
const encode = (form: Record<string, string>) =>
  new URLSearchParams(form).toString().replaceAll('%0A', '%0D%0A');

function setUp(outcome?: InsertOutcome | Error, others: Partial<AppDependencies> = {}) {
  const leads = createRecordingStore(outcome);
  const onStored = vi.fn();
  const { app, lines } = createTestApp({ leads, onStored, ...others });
  const post = async (
    form: Record<string, string> | string,
    path = '/',
    contentType = 'application/x-www-form-urlencoded',
  ) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: typeof form === 'string' ? form : encode(form),
    });
  return { post, inserted: leads.inserted, onStored, lines };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T23:59:00Z'), toFake: ['Date'] });
});

describe('a valid form', () => {
  test.each([
    ['/', VALUATION_FORM, VALUATION_LEAD, '/#valuation-sent'],
    ['/glasgow', VALUATION_FORM, VALUATION_LEAD, '/glasgow#valuation-sent'],
    ['/', CHAT_FORM, CHAT_LEAD, '/#chat-sent'],
    ['/?utm_source=letter', CHAT_FORM, CHAT_LEAD, '/?utm_source=letter#chat-sent'],
    [
      '/glasgow?utm_source=letter',
      VALUATION_FORM,
      VALUATION_LEAD,
      '/glasgow?utm_source=letter#valuation-sent',
    ],
  ])(
    'a form that is posted to %s is stored as typed, and redirects to the confirmation on that page',
    async (path, form, lead, location) => {
      const { post, inserted, onStored } = setUp();
      const response = await post(form, path);
      expect({ status: response.status, location: response.headers.get('location') }).toEqual({
        status: 303,
        location,
      });
      expect(inserted).toMatchObject([{ row: lead }]);
      expect(onStored).toHaveBeenCalledTimes(1);
    },
  );

  test('a line break in a field for one line is stored as a space, so that a flat’s number does not join the house’s', async () => {
    const { post, inserted } = setUp();
    await post({ ...VALUATION_FORM, address: 'Flat 2/1\r\n14 Main Street', lastName: 'Mac\nLeod' });
    expect(inserted).toMatchObject([
      { row: { address: 'Flat 2/1 14 Main Street', name: `${VALUATION_ANSWERS.firstName} Mac Leod` } },
    ]);
  });

  test('the submission id is a hash of the answers and the day: the same form has one id today, and another tomorrow', async () => {
    const { post, inserted } = setUp();
    await post(CHAT_FORM);
    await post(CHAT_FORM);
    await post({ ...CHAT_FORM, message: 'Something else' });
    vi.setSystemTime(new Date('2026-11-21T00:01:00Z'));
    await post(CHAT_FORM);
    const [first, again, other, tomorrow] = inserted.map(({ submissionId }) => submissionId);
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, tomorrow]).size).toBe(3);
  });

  describe('on a page with a place for the link', () => {
    const site = openSite(SITE_FIXTURE, { headers: SECURITY_HEADERS });
    const panel = (id: string) =>
      `<section id="${id}"><strong data-reply-promise=""></strong><strong data-reference=""></strong>` +
      `<p data-enquiry-link="" hidden=""><a href="/your-enquiry">Open</a></p></section>`;
    const homePage = site.homePage.replace(
      '</body>',
      `${panel('valuation-sent')}${panel('chat-sent')}</body>`,
    );

    test.each([
      [VALUATION_FORM, 'valuation-sent', 'chat-sent'],
      [CHAT_FORM, 'chat-sent', 'valuation-sent'],
    ])(
      'shows the confirmation with the reference, and the link whose key’s hash was stored',
      async (form, id, other) => {
        const { post, inserted, onStored } = setUp(undefined, {
          site: { ...site, readPage: () => homePage },
        });
        const response = await post(form);
        const $ = load(await response.text());
        const link = new URL($(`#${id}[data-shown] [data-enquiry-link]:not([hidden]) a`).attr('href') ?? '');
        expect(link.href).toMatch(/^https:\/\/house-buyer\.example\/your-enquiry#k=[\w-]{43}$/);
        expect(inserted[0]?.keyHash).toBe(await hashEnquiryKey(link.hash.slice('#k='.length)));
        expect($(`#${id} [data-reference]`).text()).toBe(referenceOf(inserted[0]?.submissionId ?? ''));
        expect($(`#${other}`).is('[data-shown]')).toBe(false);
        expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect(onStored).toHaveBeenCalledTimes(1);
      },
    );

    test('confirms answers that were stored before again, without a link', async () => {
      const replay = { ok: false as const, sqlState: '23505', constraint: undefined, replay: true };
      const { post, inserted } = setUp(replay, { site: { ...site, readPage: () => homePage } });
      const $ = load(await (await post(CHAT_FORM)).text());
      const sent = $('#chat-sent[data-shown]');
      expect(sent.find('[data-reference]').text()).toBe(referenceOf(inserted[0]?.submissionId ?? ''));
      expect(sent.find('[data-enquiry-link]').is('[hidden]')).toBe(true);
      expect(sent.find('a').attr('href')).toBe('/your-enquiry');
    });
  });

  test('a form with a filled honeypot is stored, and marked as suspect', async () => {
    const { post, inserted, onStored } = setUp();
    const response = await post({ ...CHAT_FORM, [HONEYPOT_FIELD]: 'https://example.com' });
    await post({ ...CHAT_FORM, [HONEYPOT_FIELD]: '' });
    expect(response.headers.get('location')).toBe('/#chat-sent');
    expect(inserted).toMatchObject([
      { row: CHAT_LEAD, suspectReasons: ['trap_filled'] },
      { row: CHAT_LEAD, suspectReasons: [] },
    ]);
    expect(onStored).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['/', 'page=/'],
    ['/glasgow?postcode=EH1&page=/elsewhere', 'page=/glasgow'],
    [
      '/glasgow?utm_source=letter&utm_campaign=spring%20sale',
      'page=/glasgow&utm_source=letter&utm_campaign=spring+sale',
    ],
    [
      `/?utm_source=${'%F0'.repeat(2_000)}&utm_term=%&utm_term=twice`,
      `page=/&utm_source=${'%EF%BF%BD'.repeat(100)}&utm_term=%25`,
    ],
  ])('a form that is posted to %s has its page and campaign as the lead origin', async (path, origin) => {
    const { post, inserted } = setUp();
    expect((await post(CHAT_FORM, path)).status).toBe(303);
    expect(inserted).toMatchObject([{ origin }]);
  });

  test('unknown fields are ignored', async () => {
    const { post, inserted } = setUp();
    await post({ ...CHAT_FORM, id: 'x', email: 'x@example.com', ['__proto__']: 'x', constructor: 'x' });
    expect(inserted).toMatchObject([{ row: CHAT_LEAD }]);
    expect(Object.keys(inserted[0]?.row ?? {})).toEqual(Object.keys(CHAT_LEAD));
  });
});

test('a form above the rate limit is shown again with its answers and a notice to wait (429)', async () => {
  const { post, onStored } = setUp({ ok: false, secondsToWait: 7 });
  const response = await post(VALUATION_FORM);
  const $ = load(await response.text());
  expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
    status: 429,
    retryAfter: '7',
  });
  expect($('[name=address]').attr('value')).toBe(VALUATION_ANSWERS.address);
  expect($('[data-lead-form=valuation_form] [data-error-summary-title]').text()).toBe('Please wait a moment');
  expect($('[data-lead-form=valuation_form] [data-error-summary-text]').text()).toContain(
    'Send it again later, or contact us directly.',
  );
  expect(onStored).not.toHaveBeenCalled();
});

describe('a form with errors', () => {
  test('is shown again with every answer and each error, and is not stored', async () => {
    const { post, inserted, onStored } = setUp();
    const response = await post({ ...VALUATION_FORM, postcode: 'EH6', firstName: '  ' });
    const $ = load(await response.text());
    expect(response.status).toBe(422);
    expect($('[name=address]').attr('value')).toBe(VALUATION_ANSWERS.address);
    expect($('[name=postcode]').attr('value')).toBe('EH6');
    expect($('[data-error-summary-title]').first().text()).toBe('Validation Error');
    expect($('[data-error-summary-text]').first().text()).toBe('Postcode is required');
    expect($('li').text()).toBe('Postcode is requiredFirst name is required');
    expect({ inserted, calls: onStored.mock.calls }).toEqual({ inserted: [], calls: [] });
  });

  test('is logged with the names of the invalid fields, and nothing that was typed', async () => {
    const { post, lines } = setUp();
    await post({ ...VALUATION_FORM, phone: '01-31' });
    expect(lines).toMatchObject([
      { msg: 'form not accepted', status: 422, fields: ['phone'] },
      { msg: 'request', status: 422 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Mairi|01-31|EH6/);
  });
});

test.each([
  ['valuation_form', 'Please try again or contact us directly.', VALUATION_FORM],
  ['chat_widget', 'Please try again or call us directly.', CHAT_FORM],
])('when the database rejects a %s, the page says how else to get in touch', async (source, text, form) => {
  const { post, onStored } = setUp({
    ok: false,
    sqlState: '23514',
    constraint: 'leads_phone',
    replay: false,
  });
  const response = await post(form);
  const summary = load(await response.text())(`[data-lead-form=${source}] [data-error-summary]`);
  expect(response.status).toBe(422);
  expect(summary.text().replace(/\s+/g, ' ')).toContain(`Submission failed ${text}`);
  const links = summary.find('li > a').map((_, { attribs }) => attribs.href);
  expect(links.get()).toEqual(CONTACT_LINKS);
  expect(onStored).not.toHaveBeenCalled();
});

test('when the database is down, the page keeps the answers (503)', async () => {
  const { post } = setUp(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  const response = await post(CHAT_FORM);
  const html = await response.text();
  expect(response.status).toBe(503);
  expect(load(html)('[name=message]').text().replaceAll('\r', '')).toBe(CHAT_LEAD.message);
  expect(html).not.toContain('ECONNREFUSED');
});

describe('too many forms', () => {
  const readRefused = async (metrics: ReturnType<typeof createMetrics>) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('http_requests_refused_total'));

  test('too many forms from one IP address are refused before they are read, in plain words and with other ways to reach the firm', async () => {
    const metrics = createMetrics();
    const formLimit = { count: () => Promise.resolve(7) };
    const { post, inserted } = setUp(undefined, { formLimit, metrics });
    const response = await post(VALUATION_FORM);
    const $ = load(await response.text());
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '7',
    });
    expect($('p').text().replace(/\s+/g, ' ')).toContain(
      'Send it again in 7 seconds, or contact us directly:',
    );
    expect(
      $('li > a')
        .map((_, { attribs }) => attribs.href)
        .get(),
    ).toEqual(CONTACT_LINKS);
    expect(inserted).toEqual([]);
    expect(await readRefused(metrics)).toEqual([
      'http_requests_refused_total{route="/*",status="429",reason="too_many_forms"} 1',
    ]);
  });

  test.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
  ])('a wait of %d s is written as "%s"', async (seconds, wait) => {
    const { post } = setUp(undefined, { formLimit: { count: () => Promise.resolve(seconds) } });
    const page = await (await post(VALUATION_FORM)).text();
    expect(page.replace(/\s+/g, ' ')).toContain(`Send it again in ${wait},`);
  });

  test('of many invalid forms posted at once, only a limited number are shown again; the others are told when to try again', async () => {
    const metrics = createMetrics();
    const { post } = setUp(undefined, { metrics });
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => post({ ...VALUATION_FORM, phone: '1' })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(42);
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(18);
    for (const response of busy) {
      expect(response.headers.get('retry-after')).toBe('5');
      expect((await response.text()).replace(/\s+/g, ' ')).toContain('Send it again in 5 seconds');
    }
    expect(await readRefused(metrics)).toContain(
      'http_requests_refused_total{route="/*",status="503",reason="busy"} 18',
    );
  });
});

test('an invalid form posted to a page that does not contain that form is shown again on the home page', async () => {
  const { post } = setUp();
  const response = await post({ ...CHAT_FORM, phone: '1' }, '/glasgow');
  expect(load(await response.text())('[name=name]').attr('value')).toBe(CHAT_ANSWERS.name);
});

test('a form sent from the 404 page is stored, whatever path the visitor had requested', async () => {
  const { post, inserted } = setUp();
  const response = await post(CHAT_FORM, '/old-link');
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({
    status: 303,
    location: '/#chat-sent',
  });
  expect(inserted).toHaveLength(1);
});

describe('a POST that is not one of the site’s forms is refused and not stored', () => {
  const JSON_FORM = JSON.stringify(CHAT_FORM);
  type Form = Record<string, string> | string;
  test.each<[what: string, form: Form, path: string, contentType: string | undefined, status: number]>([
    ['without a source', VALUATION_ANSWERS, '/', undefined, 400],
    ['with an unknown source', { ...CHAT_FORM, source: 'newsletter' }, '/', undefined, 400],
    ['with the source toString', { ...CHAT_FORM, source: 'toString' }, '/', undefined, 400],
    ['with the source __proto__', { ...CHAT_FORM, source: '__proto__' }, '/', undefined, 400],
    ['with nothing in it', '', '/', undefined, 400],
    ['as multipart/form-data', encode(CHAT_FORM), '/', 'multipart/form-data; boundary=x', 415],
    ['as JSON', JSON_FORM, '/', 'application/json', 415],
    ['as plain text', encode(CHAT_FORM), '/', 'text/plain', 415],
    [
      'with a content type that only starts like a form’s',
      encode(CHAT_FORM),
      '/',
      'application/x-www-form-urlencoded-not',
      415,
    ],
    ['without a source, to a path that is not a page', VALUATION_ANSWERS, '/nowhere', undefined, 404],
    ['as JSON, to a path that is not a page', JSON_FORM, '/nowhere', 'application/json', 404],
    ['of 17 KB', { ...CHAT_FORM, message: 'a'.repeat(17_000) }, '/', undefined, 413],
    ['of 10 MB', `message=${'a'.repeat(10_000_000)}`, '/', undefined, 413],
  ])('%s', async (_what, form, path, contentType, status) => {
    const { post, inserted } = setUp();
    const response = await post(form, path, contentType);
    expect({ status: response.status, inserted }).toEqual({ status, inserted: [] });
  });
});
