import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFaultyMailServer, type FaultyMailServer } from '../resilience/faults/faulty-mail-server.ts';
import { createInstallation, type Installation } from '../support/installation.ts';
import { startMailServer } from '../support/mail-server.ts';
import { postLead } from '../support/post-lead.ts';
import { VALUATION_LEAD } from '../support/sample-leads.ts';
import { waitUntil } from '../support/wait-until.ts';

let installation: Installation;
let mailServer: FaultyMailServer;
beforeEach(async () => {
  [installation, mailServer] = await Promise.all([createInstallation(), startFaultyMailServer()]);
});
afterEach(async () => {
  await installation.close();
  await mailServer.close();
});

const isSent = async () =>
  (await installation.query('select from private.seller_mails where sent_at is not null')).length === 1;

test('a server that is killed between the lead and the confirmation: the next one sends it, once', async () => {
  const first = await installation.start({ SMTP_URL: mailServer.url });
  await installation.query(
    'alter table private.seller_mails add constraint held check (attempts = 0) not valid',
  );
  await postLead(first.url, VALUATION_LEAD, crypto.randomUUID());
  await waitUntil(
    'the confirmation is queued',
    async () => (await installation.query('select from private.seller_mails')).length === 1,
  );
  await first.kill('SIGKILL');
  await installation.start({ SMTP_URL: mailServer.url });
  await installation.query('alter table private.seller_mails drop constraint held');
  await waitUntil('the confirmation is sent', isSent);
  expect(mailServer.arrived).toEqual([
    expect.stringMatching(/^lead-/),
    expect.stringMatching(/^received-\d+-lead-/),
  ]);
});

test('a server that is killed while it sends the confirmation: the next one sends it with the same Message-ID', async () => {
  const first = await installation.start({ SMTP_URL: mailServer.url });
  await postLead(first.url, VALUATION_LEAD, crypto.randomUUID());
  await waitUntil('the firm’s mail is recorded', async () => {
    const [row] = await installation.query('select sent_at from private.notifications');
    if (!row?.sent_at) return false;
    mailServer.setBehaviour('hangs');
    return true;
  });
  await waitUntil(
    'the confirmation is claimed',
    async () =>
      (await installation.query('select from private.seller_mails where attempts > 0')).length === 1,
  );
  await first.kill('SIGKILL');
  mailServer.setBehaviour('works');
  await installation.query('update private.seller_mails set next_attempt_at = now()');
  await installation.start({ SMTP_URL: mailServer.url });
  await waitUntil('the confirmation is sent', isSent);
  expect(new Set(mailServer.arrived).size).toBe(2);
});

test('a scanner that fetches every link of every mail changes nothing', async () => {
  const inbox = await startMailServer();
  const server = await installation.start({ SMTP_URL: inbox.url });
  await postLead(server.url, VALUATION_LEAD, crypto.randomUUID());
  const mails = await inbox.waitForMails(2);
  await waitUntil('the confirmation is recorded', isSent);
  const readTables = () =>
    installation.query(`
      select (select jsonb_agg(to_jsonb(leads)) from public.leads) as leads,
        (select jsonb_agg(to_jsonb(keys)) from private.enquiry_keys as keys) as keys,
        (select jsonb_agg(to_jsonb(mails)) from private.seller_mails as mails) as mails,
        (select jsonb_agg(to_jsonb(cases)) from desk_private.cases) as cases,
        (select jsonb_agg(to_jsonb(events)) from desk_private.events) as events`);
  const before = await readTables();

  const links = mails
    .flatMap(({ text = '', html = '' }) => [
      ...text.matchAll(/https?:\S+/g),
      ...html.matchAll(/(?<=href=")http[^"]+/g),
    ])
    .map(([url]) => url.replaceAll('&amp;', '&').replace('http://localhost:4321', server.url));
  expect(links).toHaveLength(4);
  for (const url of links) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { status } = await fetch(url, { method, redirect: 'follow' });
      if (method === 'GET') expect(status).toBe(200);
    }
  }
  expect(await readTables()).toEqual(before);
  await inbox.close();
});

test('with CONFIRM_ENQUIRIES=off no enquiry is confirmed, and with on the next one is', async () => {
  const postAndWait = async (url: string) => {
    await postLead(url, VALUATION_LEAD, crypto.randomUUID());
    await waitUntil(
      'the firm’s mail is sent',
      async () =>
        (await installation.query('select from private.notifications where sent_at is null')).length === 0,
    );
    return (await installation.query('select from private.seller_mails')).length;
  };
  const off = await installation.start({ SMTP_URL: mailServer.url, CONFIRM_ENQUIRIES: 'off' });
  expect(await postAndWait(off.url)).toBe(0);
  await off.kill('SIGTERM');
  const on = await installation.start({ SMTP_URL: mailServer.url, CONFIRM_ENQUIRIES: 'on' });
  expect(await postAndWait(on.url)).toBe(1);
});
