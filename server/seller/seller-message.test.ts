import { load } from 'cheerio';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import {
  ASKED_MAIL,
  CONFIRMATION,
  SELLER_MAIL_SETTINGS,
  STORED_CHAT_LEAD,
  STORED_VALUATION_LEAD,
} from '#support/leads/sample-leads.ts';
import { composeMessage } from '../../supabase/functions/send-email/message.ts';
import type { SellerEvent, SellerMail } from './seller-mail.ts';
import { composeSellerMail } from './seller-message.ts';

const NOW = new Date('2026-11-20T09:32:00Z');
const LINK = `https://firm.example/your-enquiry#k=${CONFIRMATION.key}`;

/** Encodes the mail as MIME and parses it as a mail program does. */
async function deliver(mail: SellerMail, now = NOW) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await transport.sendMail(composeSellerMail(mail, SELLER_MAIL_SETTINGS, now));
  const parsed = await PostalMime.parse(message as Buffer);
  return { ...parsed, text: parsed.text?.replaceAll('\r', '').trim() ?? '', envelope };
}

const ENQUIRY = {
  key: CONFIRMATION.key,
  source: 'valuation_form',
  sentAt: new Date('2026-11-20T09:30:00Z'),
  reference: '7F3A-91C2',
} as const;
const NEW_LINK = {
  number: 1,
  kind: 'new_link',
  madeAt: CONFIRMATION.madeAt,
  lead: STORED_VALUATION_LEAD,
  to: CONFIRMATION.to,
  enquiries: [ENQUIRY],
} as const satisfies SellerMail;

const REPLIED = { ...CONFIRMATION, kind: 'replied', answers: [] } as const satisfies SellerMail;

const MAILS = [
  CONFIRMATION,
  { ...CONFIRMATION, kind: 'tried' },
  { ...CONFIRMATION, kind: 'offer' },
  NEW_LINK,
  REPLIED,
] as const satisfies SellerMail[];

describe('the confirmation to the sender of an enquiry', () => {
  test('says what happens next and by when, how to reach the firm, and what to do if it is not theirs', async () => {
    const { subject, text } = await deliver(CONFIRMATION);
    expect(subject).toBe('Your enquiry (reference 7F3A-91C2)');
    expect(text).toBe(`We have your enquiry

Someone here will read it and get in touch by Saturday, 21 November 2026 at 09:30 (UK time).

Your own page shows where your enquiry stands. There you can ask for a call at a time that suits you, write to us, or correct your phone number. When you first open a link, it asks for the last four digits of the phone number you gave us, so that nobody else can read what you sent.
Open your page: ${LINK}

If you did not send us an enquiry, somebody mistyped their address. Open the page and press “This is not mine”. We will send nothing more to your address. Nothing is deleted.
This is not mine: ${LINK}

Anyone with the link can see where your enquiry stands. Please do not forward this email.

You can also ring us on 0131 496 0123 (Mon–Fri 09:00–18:00), or reply to this email.

Gable & Wynd

Gable & Wynd Ltd. Registered in Scotland, company number SC000000.`);
  });

  test('makes no promise whose time has passed, after the mail server was down for long', async () => {
    const { text } = await deliver(CONFIRMATION, new Date('2026-11-22T09:30:00Z'));
    expect(text).toContain('get in touch as soon as we can.');
    expect(text).not.toContain('21 November');
  });

  test('names no reference if the lead has none', async () => {
    const { subject } = await deliver({ ...CONFIRMATION, reference: null });
    expect(subject).toBe('Your enquiry');
  });
});

describe.each(MAILS)('the mail "$kind" to a seller', (mail) => {
  test('has no word that the sender typed, in any header or part', async () => {
    const typed = {
      name: 'Zebedee Quill',
      phone: '0131 496 0777',
      postcode: 'EH6 6QQ',
      address: 'Xylophone Wynd',
      property_type: 'bungalow',
      bedrooms: '4711',
      property_condition: 'dilapidated',
      message: 'Buy pills at pills.example',
    };
    const sent = await deliver({ ...mail, lead: { ...STORED_VALUATION_LEAD, ...typed } });
    for (const words of Object.values(typed)) expect(JSON.stringify(sent)).not.toContain(words);
    expect(sent.to).toEqual([{ address: CONFIRMATION.to, name: '' }]);
  });

  test('goes to one address from the firm, and invites an answer only if it comes into the record', async () => {
    const { envelope, replyTo } = await deliver({ ...mail, to: 'one@example.com, two@example.com' });
    expect(envelope.to).toHaveLength(1);
    expect(envelope.from).toBe('website@example.com');
    const address = `answers+${mail.lead.id.replaceAll('-', '')}@firm.example`;
    expect(replyTo).toEqual([{ name: 'Gable & Wynd', address }]);
    const unread = composeSellerMail(mail, { ...SELLER_MAIL_SETTINGS, replyTo: undefined }, NOW);
    expect(unread).toMatchObject({ replyTo: { address: 'hello@firm.example' } });
    expect(`${unread.text} ${unread.html}`).not.toMatch(/reply to this email/);
  });

  test('is marked as automatic, so that no program answers it', async () => {
    const { headers } = await deliver(mail);
    const { value } = headers.find(({ key }) => key === 'auto-submitted') ?? {};
    expect(value).toBe(['received', 'new_link'].includes(mail.kind) ? 'auto-replied' : 'auto-generated');
  });

  test('has the link in text and HTML, with its key after #', async () => {
    const { text, html = '' } = await deliver(mail);
    const links = [...text.matchAll(/https?:\S+/g), ...html.matchAll(/(?<=href=")[^"]+/g)].map(
      ([url]) => url,
    );
    expect(links.length).toBeGreaterThan(1);
    for (const url of links) expect(url).toBe(LINK);
    expect(text).toContain('0131 496 0123');
    expect(html).toContain('Gable &amp; Wynd');
  });

  test('is in one thread with the others, by its headers and its subject', async () => {
    const { subject, inReplyTo, references } = await deliver(mail);
    const root = `<enquiry-lead-${STORED_VALUATION_LEAD.id}@example.com>`;
    expect([subject, inReplyTo, references]).toEqual(['Your enquiry (reference 7F3A-91C2)', root, root]);
  });

  test('has the same Message-ID in each attempt with the same words, and another one with a new link', () => {
    const idOf = (attempt: SellerMail) => composeSellerMail(attempt, SELLER_MAIL_SETTINGS, NOW).messageId;
    const key = 'j'.repeat(43);
    const other: SellerMail =
      mail.kind === 'new_link' ? { ...mail, enquiries: [{ ...ENQUIRY, key }] } : { ...mail, key };
    expect(idOf(mail)).toBe(idOf({ ...mail }));
    expect(idOf(other)).not.toBe(idOf(mail));
    expect(idOf(mail)).toMatch(
      new RegExp(`^<${mail.kind}-1-[0-9a-f]{16}-lead-${STORED_VALUATION_LEAD.id}@example.com>$`),
    );
  });

  test('says the same in text and HTML, and loads nothing from elsewhere', async () => {
    const { text, html = '' } = await deliver(mail);
    const body = load(html.replaceAll('<br>', ' '))('body');
    const linesOf = (words: string) =>
      words
        .replace(/: https?:\S+/g, '')
        .split(/\s+/)
        .join(' ')
        .trim();
    body.find('p, h1, a, td').append(' ');
    expect(linesOf(body.text())).toBe(linesOf(text));
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import/);
  });
});

describe('a mail with answers of staff', () => {
  const answered = (...bodies: string[]) =>
    deliver({
      ...REPLIED,
      answers: bodies.map((body) => ({ by: 'Catriona', body, is_to_complaint: false })),
    });

  test('has their words in their order, and without them it only says that there is an answer', async () => {
    const { text } = await answered('We can come on Monday.\nAt ten?', 'Or on Tuesday.');
    expect(text).toMatch(
      /^We have answered\n\nCatriona wrote:\nWe can come on Monday.\nAt ten\?\n\nCatriona wrote:\nOr on Tuesday\.\n\nYou can/,
    );
    expect((await deliver(REPLIED)).text).toMatch(/^We have answered\n\nOur answer is on your page\./);
  });

  test.each([
    [
      'markup',
      '<b onclick=x>"Hi" & \'bye\'</b>',
      '&lt;b onclick=x&gt;&quot;Hi&quot; &amp; &#39;bye&#39;&lt;/b&gt;',
    ],
    ['an address of the web', 'See https://a.example/b?c=1&d=2.', '>https://a.example/b?c=1&amp;d=2</a>.'],
    ['an address with quotes', 'https://a.example/"onx="', '>https://a.example/</a>&quot;onx=&quot;'],
    ['no address', 'javascript:alert(1)', 'javascript:alert(1)</p>'],
    ['2,000 letters without a space', 'x'.repeat(2000), 'x'.repeat(2000)],
    ['Arabic letters', 'مرحبا', 'dir="auto"'],
  ])('shows %s as text', async (_what, body, part) => {
    const { html = '', text } = await answered(body);
    expect(html).toContain(part);
    expect(load(html)('a[href^="javascript"], [onclick], [onx], script')).toHaveLength(0);
    expect(text).toContain(body.trim());
  });

  test.each(['#k=', '%23k=', '?k=', '#K%3D'])('leaves out a link with a key after %s', async (before) => {
    const { html, text } = await answered(
      `Here: https://firm.example/your-enquiry${before}${'q'.repeat(43)}. Bye`,
    );
    expect(text).toContain('Here: (a link, which is only on your page) Bye');
    expect(text + (html ?? '')).not.toContain('qqq');
  });

  test('puts nothing of the words into a header', async () => {
    const { bcc, envelope, headers } = await answered('Hi\r\nBcc: victim@example.com\r\n\r\nx');
    expect([bcc, envelope.to]).toEqual([undefined, [CONFIRMATION.to]]);
    expect(JSON.stringify(headers)).not.toContain('victim');
  });
});

test('the mail with new links lists each enquiry with when and where it was sent, and a link of its own', async () => {
  const imported = { key: 'i'.repeat(43), source: 'import', reference: null } as const;
  const enquiries = [ENQUIRY, { ...imported, sentAt: new Date('2025-06-02T11:00:00Z') }];
  const { subject, text } = await deliver({ ...NEW_LINK, enquiries });
  expect(subject).toBe('Your new links');
  expect(text).toContain('one to each enquiry with your address');
  expect(text).toContain(
    `Sent with the valuation form on Friday, 20 November 2026 at 09:30 (UK time), reference 7F3A-91C2.\nOpen this page: ${LINK}`,
  );
  expect(text).toContain(
    `Received on Monday, 2 June 2025 at 12:00 (UK time).\nOpen this page: https://firm.example/your-enquiry#k=${imported.key}`,
  );
});

describe('the mail to the firm about what a seller asked', () => {
  const about = (event: Partial<SellerEvent>): SellerMail => ({
    ...ASKED_MAIL,
    events: [{ ...ASKED_MAIL.events[0], text: null, ...event }],
  });

  test.each<[event: Partial<SellerEvent>, subject: string, line: string]>([
    [{ text: 'Please ring\nafter six.' }, 'Message from their page', 'They wrote: Please ring\nafter six.'],
    [
      {
        kind: 'call_wished',
        facts: { starts_at: '2026-11-23T14:00:00+00:00', ends_at: '2026-11-23T16:00:00+00:00' },
      },
      'Asks for a call',
      'They would like a call: between Monday, 23 November 2026 at 14:00 and Monday, 23 November 2026 at 16:00 (UK time)',
    ],
    [
      { kind: 'call_wished', facts: { starts_at: null, ends_at: null } },
      'Asks for a call',
      'They would like a call: as soon as you can',
    ],
    [
      {
        kind: 'offer_answered',
        facts: { offer_id: 'x', answer: 'go_ahead' },
        texts: { solicitor: 'A Solicitor, 0131 496 0777' },
      },
      'Would like to go ahead',
      'Their solicitor: A Solicitor, 0131 496 0777',
    ],
    [
      { kind: 'offer_answered', facts: { offer_id: 'x', answer: 'decline' } },
      'Does not want our offer',
      "Name: Mairi O'Hara-Smith",
    ],
    [
      { kind: 'contact_corrected', texts: { former_phone: '0131 496 0777', former_email: 'a@example.com' } },
      'Corrected phone or email',
      'Phone before: 0131 496 0777\nEmail before: a@example.com\nName',
    ],
    [{ kind: 'seller_stopped' }, 'Asks us to stop', 'What to do: Do not ring, email or message them'],
    [{ kind: 'address_refused' }, 'Our email reached somebody else', 'Nothing was deleted'],
    [{ kind: 'digits_failed' }, 'Wrong digits on a link from our email', 'the link has stopped working'],
  ])('of %j begins with %s, and is in the lead’s thread', async (event, what, line) => {
    const { subject, text, to, replyTo, inReplyTo, references } = await deliver(about(event));
    const { subject: thread, messageId } = composeMessage(STORED_VALUATION_LEAD, SELLER_MAIL_SETTINGS);
    expect([subject, inReplyTo, references]).toEqual([thread, messageId, messageId]);
    expect(text).toContain(`${what}: Mairi O'Hara-Smith, EH6 6QQ\n\n`);
    expect(text).toContain(line);
    expect(text).toContain('Phone: +44 (131) 496-0123');
    expect(text).toContain(`Open it in the desk: https://desk.firm.example/#/lead/${ASKED_MAIL.lead.id}`);
    expect(to).toMatchObject([{ address: 'leads@example.com' }]);
    expect(replyTo).toMatchObject([{ address: STORED_VALUATION_LEAD.email }]);
  });

  test('escapes what the seller typed, and puts nothing of it into the headers', async () => {
    const words = '<script>alert(1)</script> & "quotes"\r\nBcc: victim@example.com';
    const name = 'Eve\r\nBcc: victim@example.com =?utf-8?B?QmNj?=';
    const { subject, html, bcc, envelope } = await deliver({
      ...about({ text: words }),
      lead: { ...STORED_VALUATION_LEAD, name },
    });
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
    expect(html).not.toContain('<script>');
    expect(bcc ?? []).toEqual([]);
    expect(envelope.to).toEqual(['leads@example.com']);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject).toContain('= ?utf-8');
  });

  test('about a chat message has a subject of its own, and that of a suspect lead is tagged', async () => {
    expect((await deliver({ ...ASKED_MAIL, lead: STORED_CHAT_LEAD })).subject).toBe(
      `Chat message: Iain, ${STORED_CHAT_LEAD.id.slice(0, 8)}`,
    );
    const suspect = { ...STORED_VALUATION_LEAD, suspect_reasons: ['trap_filled'] };
    expect((await deliver({ ...ASKED_MAIL, lead: suspect })).subject).toMatch(/^\[Check first\] Valuation/);
  });
});
