import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.close());

test('a scanner that fetches every link of every mail changes nothing', async () => {
  const inbox = await startMailServer();
  const port = await findFreePort();
  const server = await installation.start({ SMTP_URL: inbox.url, PORT: String(port) });
  await postLead(server.url, VALUATION_LEAD, crypto.randomUUID());
  const mails = await inbox.waitForMails(2);
  await waitUntil('the confirmation is recorded, and the desk has the lead', async () => {
    const sent = await installation.query(
      `select from private.notifications join desk.cases using (lead_id)
       where notifications.kind = 'received' and sent_at is not null`,
    );
    return sent.length === 1;
  });
  const readTables = () =>
    installation.query(`
      select (select jsonb_agg(to_jsonb(leads)) from public.leads) as leads,
        (select jsonb_agg(to_jsonb(keys)) from desk.enquiry_keys as keys) as keys,
        (select jsonb_agg(to_jsonb(mails)) from private.notifications as mails) as mails,
        (select jsonb_agg(to_jsonb(cases)) from desk.cases) as cases,
        (select jsonb_agg(to_jsonb(events)) from desk.events) as events`);
  const before = await readTables();

  const links = mails
    .flatMap(({ text = '', html = '' }) => [
      ...text.matchAll(/https?:\S+/g),
      ...html.matchAll(/(?<=href=")http[^"]+/g),
    ])
    .map(([url]) => url.replaceAll('&amp;', '&'));
  expect(links).toHaveLength(4);
  const isOnPort = (url: string) => url.startsWith(`http://localhost:${port}`);
  expect(links.filter((url) => url.includes('your-enquiry')).every(isOnPort)).toBe(true);
  for (const url of links) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { status } = await fetch(url, { method, redirect: 'follow' });
      if (method === 'GET') expect(status).toBe(200);
    }
  }
  expect(await readTables()).toEqual(before);
  await inbox.close();
});

test('everything in DATA_DIR that holds people’s data is for its owner only', async () => {
  const dataDir = join(createTemporaryFolder(), 'new');
  const fresh = await createInstallation({ dataDir });
  const server = await fresh.start();
  await postLead(server.url, VALUATION_LEAD, crypto.randomUUID());
  await waitUntil('the mail is written', async () => (await fresh.readMails()).length > 0);
  const open: string[] = [];
  // PostgreSQL's own files are in a folder that nobody else may enter.
  for (const name of [
    '',
    ...(await readdir(dataDir)),
    ...(await readdir(join(dataDir, 'outbox'))).map((mail) => join('outbox', mail)),
  ]) {
    const { mode } = await stat(join(dataDir, name));
    if ((mode & 0o077) !== 0) open.push(`${name}: ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
  await server.kill('SIGTERM');

  await chmod(join(dataDir, 'outbox'), 0o755);
  await fresh.start();
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
  await fresh.close();
});

test('with CONFIRM_ENQUIRIES=off no enquiry is confirmed, and with on the next one is', async () => {
  const countConfirmations = async () => {
    const sent = await installation.query(
      `select from private.notifications where kind = 'received' and sent_at is not null`,
    );
    return sent.length;
  };
  const postAndWait = async (url: string) => {
    await postLead(url, VALUATION_LEAD, crypto.randomUUID());
    await waitUntil('the firm’s mail is sent, and it is decided about the confirmation', async () => {
      const [row] = await installation.query(`
        select count(*) filter (where kind = 'received')::int = count(*) filter (where kind = 'lead')::int
          and bool_and(sent_at is not null or cancelled_at is not null) as is_decided
        from private.notifications`);
      return row?.is_decided === true;
    });
  };
  const off = await installation.start({ CONFIRM_ENQUIRIES: 'off' });
  await postAndWait(off.url);
  expect(await countConfirmations()).toBe(0);
  await off.kill('SIGTERM');
  const on = await installation.start({ CONFIRM_ENQUIRIES: 'on' });
  await postAndWait(on.url);
  expect(await countConfirmations()).toBe(1);
});
