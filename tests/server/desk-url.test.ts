import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import type { RunningServer } from '../support/server/running-server.ts';

const DESK_URL = 'https://desk.firm.example';

let installation: Installation;
let mailServer: MailServer;
let server: RunningServer;
beforeAll(async () => {
  [installation, mailServer] = await Promise.all([createInstallation(), startMailServer()]);
  server = await installation.start({ SMTP_URL: mailServer.url, DESK_PORT: '0', DESK_URL });
});
afterAll(async () => {
  await installation.close();
  await mailServer.close();
});

test('with DESK_URL, the mail about a lead links to the lead in the desk (the staff’s app)', async () => {
  await postLead(server.url, CHAT_LEAD, crypto.randomUUID());
  const [mail] = await mailServer.waitForMails(1);
  const [lead] = await installation.query('select id from public.leads');
  const link = `${DESK_URL}/#/lead/${String(lead?.id)}`;
  expect(mail?.text).toContain(`Open it in the desk: ${link}`);
  expect(mail?.html).toContain(`<a href="${link}">`);
});

test('the log says how to get the sign-in link for the desk’s first owner, and does not contain such a link', () => {
  const log = JSON.stringify(server.log);
  expect(log).not.toContain('#/link/');
  expect(log).toContain('npm run -s staff');
});
