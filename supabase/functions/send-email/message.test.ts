import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { STORED_CHAT_LEAD, STORED_VALUATION_LEAD } from '#support/leads.ts';
import { composeMessage } from './message.ts';
import type { StoredLead } from './notifications.ts';

const ADDRESSES = { to: 'leads@example.com', from: 'Website <website@example.com>' };

/** Encodes the mail as MIME and parses it as a mail program does. */
async function deliver(lead: StoredLead) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await transport.sendMail(composeMessage(lead, ADDRESSES));
  return { mail: await PostalMime.parse(message as Buffer), envelope };
}

describe('the mail about a valuation', () => {
  test('contains every answer, in text and in HTML', async () => {
    const { mail } = await deliver(STORED_VALUATION_LEAD);
    expect(mail.subject).toBe("Valuation request: Mairi O'Hara-Smith, EH6 6QQ");
    expect(mail.text?.replaceAll('\r', '').trim()).toBe(`Valuation request: Mairi O'Hara-Smith, EH6 6QQ

Name: Mairi O'Hara-Smith
Phone: +44 (131) 496-0123
E-mail: mairi.ohara@example.com
Postcode: EH6 6QQ
Address: 3/2, 14 Great Junction Street
Property type: flat
Bedrooms: 5+
Condition: poor

Received Friday, 20 November 2026 at 09:30 (UK time). Reference ${STORED_VALUATION_LEAD.id}.`);
    for (const value of ['O&#39;Hara-Smith', '+44 (131) 496-0123', '14 Great Junction Street', '5+']) {
      expect(mail.html).toContain(value);
    }
  });

  test('is from the firm to the firm, with the seller as reply-to', async () => {
    const { mail, envelope } = await deliver(STORED_VALUATION_LEAD);
    expect(envelope).toEqual({ from: 'website@example.com', to: ['leads@example.com'] });
    expect(mail.replyTo).toEqual([{ name: "Mairi O'Hara-Smith", address: 'mairi.ohara@example.com' }]);
  });
});

describe('the mail about a chat message', () => {
  test('contains only the fields of the chat, and keeps the line breaks of the message', async () => {
    const { mail } = await deliver(STORED_CHAT_LEAD);
    expect(mail.subject).toBe('Chat message: Iain');
    expect(mail.text).toContain('Message: My buyer withdrew on Friday.');
    expect(mail.text).toContain('How soon could you make an offer?');
    expect(mail.text).not.toMatch(/E-mail|Postcode|Bedrooms|null|undefined/);
  });

  test('has no reply-to, since the chat asks for no address', async () => {
    expect(composeMessage(STORED_CHAT_LEAD, ADDRESSES)).not.toHaveProperty('replyTo');
    const { mail } = await deliver(STORED_CHAT_LEAD);
    expect(mail.replyTo).toBeUndefined();
    expect(JSON.stringify(mail)).not.toContain('.invalid');
  });
});

describe('the mail about a suspect lead', () => {
  const SUSPECT = { ...STORED_VALUATION_LEAD, suspect_reasons: ['trap_filled', 'sent_too_fast'] };

  test('has a tag in its subject, and one line with the reasons and how to keep the lead', async () => {
    const { mail, envelope } = await deliver(SUSPECT);
    expect(mail.subject).toBe("[Check first] Valuation request: Mairi O'Hara-Smith, EH6 6QQ");
    const line =
      'Check first: a program may have sent this, since a field that people cannot see was filled in, and it was sent faster than people fill in the form. ' +
      'It may be deleted sooner than other leads. If it is real, ask whoever runs the website to keep it, with this line of SQL: ' +
      `update public.leads set suspect_reasons = '{}' where id = '${SUSPECT.id}';`;
    expect(mail.text).toContain(
      `\n\n${line}\n\nName: `.replaceAll('\n', mail.text?.includes('\r') ? '\r\n' : '\n'),
    );
    expect(mail.html).toContain(`<p>${line.replaceAll("'", '&#39;')}</p>`);
    expect(envelope.to).toEqual([ADDRESSES.to]);
  });

  test('otherwise contains the same lines as any other mail', () => {
    const { text } = composeMessage(STORED_VALUATION_LEAD, ADDRESSES);
    expect(text).not.toContain('Check first');
    const rest = composeMessage(SUSPECT, ADDRESSES)
      .text.split('\n')
      .filter((line) => !line.startsWith('Check'));
    for (const line of text.split('\n')) expect(rest).toContain(line);
  });
});

describe('the Message-ID', () => {
  test('is the same for each mail about the same lead', () => {
    const [first, second] = [1, 2].map(() => composeMessage(STORED_CHAT_LEAD, ADDRESSES).messageId);
    expect(first).toBe(`<lead-${STORED_CHAT_LEAD.id}@example.com>`);
    expect(second).toBe(first);
  });

  test('differs between leads', () => {
    const idOf = (lead: StoredLead) => composeMessage(lead, ADDRESSES).messageId;
    expect(idOf(STORED_CHAT_LEAD)).not.toBe(idOf(STORED_VALUATION_LEAD));
  });

  test.each([
    ['website@mail.example.co.uk', 'mail.example.co.uk'],
    ['"A @ B" <website@example.com>', 'example.com'],
    ['website', 'localhost'],
  ])('from %s has the domain %s', (from, domain) => {
    const { messageId } = composeMessage(STORED_CHAT_LEAD, { ...ADDRESSES, from });
    expect(messageId).toBe(`<lead-${STORED_CHAT_LEAD.id}@${domain}>`);
  });
});

describe('what a visitor typed stays text', () => {
  const TEXT_COLUMNS = ['name', 'phone', 'email', 'postcode', 'address', 'message'] as const;

  test.each(TEXT_COLUMNS)('HTML in %s is escaped', (column) => {
    const lead = { ...STORED_VALUATION_LEAD, [column]: `<img src=x onerror="alert('1')">&amp;` };
    const { html } = composeMessage(lead, ADDRESSES);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
    expect(html).not.toContain('<img');
  });

  test.each([
    ['name', 'Mairi\r\nBcc: victim@example.com'],
    ['name', 'Mairi\nBcc: victim@example.com\n\nBuy now'],
    ['name', 'Mairi <victim@example.com>, "'],
    ['postcode', 'EH6\r\nBcc: victim@example.com'],
    ['postcode', 'EH6\rBcc: victim@example.com'],
    ['email', 'mairi@example.com\r\nBcc: victim@example.com'],
    ['email', 'mairi@example.com, victim@example.com'],
    ['message', '.\r\n\r\nQUIT'],
  ])('%s %j adds no header and no recipient', async (column, value) => {
    const { mail, envelope } = await deliver({ ...STORED_VALUATION_LEAD, [column]: value });
    const { mail: plain } = await deliver(STORED_VALUATION_LEAD);
    expect(envelope.to).toEqual([ADDRESSES.to]);
    expect(mail.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key));
    expect(mail.to).toEqual([{ name: '', address: ADDRESSES.to }]);
  });
});

test('a mail program does not decode an encoded word that a visitor wrote', async () => {
  const { mail } = await deliver({ ...STORED_CHAT_LEAD, name: '=?utf-8?B?UGF5IG5vdw==?=' });
  expect(mail.subject).toBe('Chat message: = ?utf-8?B?UGF5IG5vdw== ?=');
});
