import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, expect, test } from 'vitest';
import {
  ASKED_MAIL,
  CONFIRMATION,
  SELLER_MAIL_SETTINGS,
  STORED_CHAT_LEAD,
  STORED_VALUATION_LEAD,
} from '../../tests/support/leads/sample-leads.ts';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { composeMessage } from '../../supabase/functions/send-email/message.ts';
import { composeSellerMail } from '../seller/seller-message.ts';
import { deleteMails } from '../operations/person.ts';
import { createEmlOutbox } from './eml-outbox.ts';

const ADDRESSES = { to: 'leads@example.com', from: 'website@example.com' };
const MAIL = composeMessage(STORED_VALUATION_LEAD, ADDRESSES);

let directory = '';
beforeEach(() => {
  directory = join(createTemporaryFolder(), 'outbox');
});

test('a mail becomes a file that mail programs can open, and that only the user of the server can read', async () => {
  await createEmlOutbox(directory)(MAIL);
  const [file = '', ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(file).toBe(`2026-11-20T09-30-00.000Z-lead-${STORED_VALUATION_LEAD.id}.eml`);
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(readFileSync(join(directory, file)));
  expect(mail).toMatchObject({ subject: MAIL.subject, messageId: MAIL.messageId });
});

test('a mail that is written twice is one file; another mail is another file', async () => {
  const send = createEmlOutbox(directory);
  await Promise.all([send(MAIL), send(composeMessage(STORED_CHAT_LEAD, ADDRESSES))]);
  await send(MAIL);
  expect(readdirSync(directory)).toHaveLength(2);
});

test('an erasure finds the files of all mails about a lead, those of the seller’s page too', async () => {
  const send = createEmlOutbox(directory);
  await send(MAIL);
  await send(composeSellerMail(CONFIRMATION, SELLER_MAIL_SETTINGS));
  await send(composeSellerMail(ASKED_MAIL, SELLER_MAIL_SETTINGS));
  await send(composeSellerMail({ ...CONFIRMATION, lead: STORED_CHAT_LEAD }, SELLER_MAIL_SETTINGS));
  expect(readdirSync(directory)).toHaveLength(4);
  await deleteMails(directory, [STORED_VALUATION_LEAD.id]);
  expect(readdirSync(directory)).toEqual([expect.stringContaining(STORED_CHAT_LEAD.id)]);
});

test('if the folder is gone, sending a mail rejects, so that the mail does not count as sent', async () => {
  const send = createEmlOutbox(directory);
  rmSync(directory, { recursive: true });
  await expect(send(MAIL)).rejects.toThrow('ENOENT');
});
