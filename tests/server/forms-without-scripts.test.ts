import { load } from 'cheerio';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createInstallation } from '../support/installation.ts';
import { CHAT_ANSWERS, CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/sample-leads.ts';
import { postLead } from '../support/post-lead.ts';
import { rawRequest } from '../support/raw-request.ts';
import { waitUntil } from '../support/wait-until.ts';

const installation = await createInstallation();
const server = await installation.start({ LOG_LEVEL: 'debug' });
beforeEach(() => installation.query('delete from public.leads'));
afterAll(() => installation.close());

/** Sends the page's form as a browser without JavaScript does. */
function post(path: string, source: string, answers: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ source, ...answers });
  return fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
}

const readLeads = () =>
  installation.query(
    `select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source from public.leads`,
  );

describe.each([
  ['valuation_form', VALUATION_ANSWERS, VALUATION_LEAD, 'valuation-sent'],
  ['chat_widget', CHAT_ANSWERS, CHAT_LEAD, 'chat-sent'],
] as const)('without JavaScript, %s', (source, answers, lead, sentId) => {
  test('the page has the form, which posts to the page and has every field enabled', async () => {
    const $ = load(await (await fetch(server.url)).text());
    const form = $(`form[data-lead-form=${source}]`);
    expect({ method: form.attr('method'), action: form.attr('action') ?? '' }).toEqual({
      method: 'post',
      action: '',
    });
    expect(form.find('[name=source]').attr('value')).toBe(source);
    for (const field of Object.keys(answers))
      expect(form.find(`[name=${field}]:not([disabled])`).length).toBeGreaterThan(0);
  });

  test('two clicks store one lead as typed, redirect to the confirmation, and result in one mail', async () => {
    const clicks = await Promise.all([1, 2].map(() => post('/', source, answers)));
    expect(clicks.map(({ status, headers }) => `${status} ${headers.get('location') ?? ''}`)).toEqual([
      `303 /#${sentId}`,
      `303 /#${sentId}`,
    ]);
    expect(load(await (await fetch(server.url)).text())(`#${sentId}`)).toHaveLength(1);
    expect(await readLeads()).toEqual([expect.objectContaining(lead)]);
    await waitUntil('the notification is sent', async () => {
      const rows = await installation.query('select from private.notifications where sent_at is not null');
      return rows.length === 1;
    });
    expect(
      await installation.query(
        'select finished_at is not null as finished, error_code from private.delivery_attempts',
      ),
    ).toEqual([{ finished: true, error_code: null }]);
    const mails = await Promise.all((await installation.readMails()).map((mail) => PostalMime.parse(mail)));
    expect(mails.filter(({ subject }) => subject?.includes(lead.name))).toHaveLength(1);
  });

  test('an invalid form is shown again with its answers, its error marked and linked, and nothing is stored', async () => {
    const response = await post('/', source, { ...answers, phone: '0131' });
    const $ = load(await response.text());
    const form = $(`form[data-lead-form=${source}]`);
    const message = 'Phone number must be at least 10 digits';
    expect(response.status).toBe(422);
    for (const [field, answer] of Object.entries({ ...answers, phone: '0131' })) {
      const control = form.find(`[name=${field}]`);
      const kept = control.is('[type=radio]') ? control.filter('[checked]').attr('value') : control.val();
      expect({ field, kept: String(kept).replaceAll('\r', '') }).toEqual({ field, kept: answer });
    }
    const link = form.find('[data-error-summary]:not([hidden]) a');
    expect(link.text()).toBe(message);
    expect($(link.attr('href') ?? '').attr('name')).toBe('phone');
    expect(form.find('[data-field-error=phone]:not([hidden])').text()).toBe(message);
    expect(form.find('[name=phone]').attr('aria-invalid')).toBe('true');
    expect(await readLeads()).toEqual([]);
  });
});

test.each([
  ['an unknown source', '/', 'newsletter', 400],
  ['an unknown source, posted to a URL without a page,', '/nowhere', 'newsletter', 404],
])('a form with %s is refused and not stored', async (_what, path, source, status) => {
  expect((await post(path, source, CHAT_ANSWERS)).status).toBe(status);
  expect(await readLeads()).toEqual([]);
});

test('a form that is posted as JSON is refused with 415', async () => {
  const response = await fetch(server.url, {
    method: 'POST',
    body: JSON.stringify(CHAT_ANSWERS),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(415);
});

test.each([
  '/../server/main.ts',
  '/%2e%2e/server/main.ts',
  '/..%2f..%2f..%2f..%2fetc/passwd',
  '/_astro/../../package.json',
  '/.data/keys.json',
  '/.env',
  '//etc/passwd',
  '/%00',
  '/\\..\\server\\main.ts',
  'http://elsewhere.example/server/main.ts',
])('the path %s, sent unnormalised, exposes no file', async (path) => {
  const { status, body } = await rawRequest(server.url, path);
  expect([400, 404]).toContain(status);
  expect(body).not.toMatch(/root:|databasePassword|createApp|"scripts"/);
});

test('the log contains no personal data', async () => {
  await postLead(server.url, { ...CHAT_LEAD, phone: '1' }, crypto.randomUUID());
  await post('/', 'chat_widget', { ...CHAT_ANSWERS, phone: '1' });
  await post('/', 'valuation_form', VALUATION_ANSWERS);
  expect(JSON.stringify(server.log)).toContain('form not accepted');
  expect(JSON.stringify(server.log)).not.toMatch(
    /Mairi|O'Hara|Iain|496 0|\bEH6\b|example\.com|sb_publishable/,
  );
});
