import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { STORED_CHAT_LEAD, STORED_VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { composeDigest, composeMessage } from './message.ts';
import type { LeadContext, StoredLead } from './notifications.ts';

const ADDRESSES = { to: 'leads@example.com', from: 'Website <website@example.com>' };

/** Encodes the mail as MIME and parses it as a mail program does. */
async function deliver(lead: StoredLead, settings = {}) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await transport.sendMail(composeMessage(lead, { ...ADDRESSES, ...settings }));
  return { mail: await PostalMime.parse(message as Buffer), envelope };
}

describe('the mail about a valuation', () => {
  test('contains every answer, in text and in HTML', async () => {
    const { mail } = await deliver(STORED_VALUATION_LEAD);
    expect(mail.subject).toBe("Valuation request: Mairi O'Hara-Smith, EH6 6QQ");
    expect(mail.text?.replaceAll('\r', '').trim()).toBe(`Valuation request: Mairi O'Hara-Smith, EH6 6QQ

Name: Mairi O'Hara-Smith
Phone: +44 (131) 496-0123
Email: mairi.ohara@example.com
Postcode: EH6 6QQ
Address: 3/2, 14 Great Junction Street
Property type: flat
Bedrooms: 5+
Condition: poor

Received Friday, 20 November 2026 at 09:30 (UK time). Lead ${STORED_VALUATION_LEAD.id}.`);
    for (const value of ['O&#39;Hara-Smith', '+44 (131) 496-0123', '14 Great Junction Street', '5+']) {
      expect(mail.html).toContain(value);
    }
  });

  test('is from the firm to the firm, with the seller as reply-to', async () => {
    const { mail, envelope } = await deliver(STORED_VALUATION_LEAD);
    expect(envelope).toEqual({ from: 'website@example.com', to: ['leads@example.com'] });
    expect(mail.replyTo).toEqual([{ name: "Mairi O'Hara-Smith", address: 'mairi.ohara@example.com' }]);
  });

  test('names a person with one name without the dot that they typed for the other', async () => {
    const { mail } = await deliver({ ...STORED_VALUATION_LEAD, name: 'Sukarno .' });
    expect(mail.subject).toBe('Valuation request: Sukarno, EH6 6QQ');
    expect(mail.replyTo).toMatchObject([{ name: 'Sukarno' }]);
    expect(mail.text).toContain('Name: Sukarno\n');
    expect(mail.html).not.toContain('Sukarno .');
  });
});

describe('the mail about a chat message', () => {
  test('contains only the fields of the chat, and keeps the line breaks of the message', async () => {
    const { mail } = await deliver(STORED_CHAT_LEAD);
    expect(mail.subject).toBe(`Chat message: Iain, ${STORED_CHAT_LEAD.id.slice(0, 8)}`);
    expect(mail.text).toContain('Message: My buyer withdrew on Friday.');
    expect(mail.text).toContain('How soon could you make an offer?');
    expect(mail.text).not.toMatch(/E-mail|Postcode|Bedrooms|null|undefined/);
  });

  test('has no reply-to, since the chat asks for no e-mail address', async () => {
    expect(composeMessage(STORED_CHAT_LEAD, ADDRESSES)).not.toHaveProperty('replyTo');
    const { mail } = await deliver(STORED_CHAT_LEAD);
    expect(mail.replyTo).toBeUndefined();
    expect(JSON.stringify(mail)).not.toContain('.invalid');
  });
});

describe('what the mail says besides the answers', () => {
  const compose = (context: LeadContext | null) => composeMessage(STORED_CHAT_LEAD, ADDRESSES, context);
  const NOTHING: LeadContext = {
    submissionId: null,
    promisedBy: null,
    page: null,
    campaign: null,
    earlier: [],
  };

  test('by when a reply is promised, the reference that the sender saw, the page, the campaign and earlier leads from the same number', () => {
    const { text, html } = compose({
      submissionId: '7f3a91c2-5e0b-8c1d-9a2f-0123456789ab',
      promisedBy: new Date('2026-06-23T17:00Z'),
      page: '/glasgow',
      campaign: 'spring, google',
      earlier: ['a1', 'b2'],
    });
    expect(text).toContain(
      'Reply promised by: Tuesday, 23 June 2026 at 18:00\nReference that the sender saw: 7F3A-91C2\nSent from the page: /glasgow\nCampaign: spring, google\nThis number wrote before: lead a1, b2\n',
    );
    expect(html).toContain('>/glasgow</td>');
  });

  test('of many earlier leads, the latest five and how many more there are', () => {
    const earlier = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(compose({ ...NOTHING, earlier }).text).toContain(
      'This number wrote before: lead a, b, c, d, e and 2 more',
    );
  });

  test.each([[NOTHING], [null]])('nothing, if nothing is known: %j', (context) => {
    expect(compose(context)).toEqual(composeMessage(STORED_CHAT_LEAD, ADDRESSES));
    expect(compose(context).text).not.toMatch(/Campaign|page|before/);
  });

  test('HTML in a campaign is escaped', () => {
    expect(compose({ ...NOTHING, campaign: '<img src=x>' }).html).toContain('&lt;img src=x&gt;');
  });

  test.each([
    ['0131 496 0123', 'tel:+441314960123'],
    ['+44 (0)131 496 0123', 'tel:+441314960123'],
  ])('a tap on %s calls %s', (phone, href) => {
    const { html } = composeMessage({ ...STORED_CHAT_LEAD, phone }, ADDRESSES);
    expect(html).toContain(`<a href="${href}">${phone}</a>`);
  });

  test.each(['"><script>', '123', 'call me'])('the phone "%s" is no link', (phone) => {
    expect(composeMessage({ ...STORED_CHAT_LEAD, phone }, ADDRESSES).html).not.toContain('<a ');
  });

  test('three messages from one number have three subjects', () => {
    const ids = ['11111111-a', '22222222-b', '33333333-c'];
    const subjects = ids.map((id) => composeMessage({ ...STORED_CHAT_LEAD, id }, ADDRESSES).subject);
    expect(new Set(subjects).size).toBe(3);
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

describe('where the firm uses the desk (the staff’s app)', () => {
  const LINK = `https://desk.firm.example/#/lead/${STORED_VALUATION_LEAD.id}`;

  test.each(['https://desk.firm.example', 'https://desk.firm.example/'])(
    'with the URL %s, the mail links to the lead, in text and in HTML',
    async (deskUrl) => {
      const { mail } = await deliver(STORED_VALUATION_LEAD, { deskUrl });
      expect(mail.text).toContain(`Open it in the desk: ${LINK}`);
      expect(mail.html).toContain(`<p><a href="${LINK}">Open it in the desk</a></p>`);
    },
  );

  test('the mail about a suspect lead names the desk’s button instead of the SQL statement', async () => {
    const suspect = { ...STORED_VALUATION_LEAD, suspect_reasons: ['sent_too_fast'] };
    const { mail } = await deliver(suspect, { deskUrl: 'https://desk.firm.example' });
    expect(mail.text).toContain('If it is real, press “Not spam” in the desk.');
    expect(mail.text).not.toContain('update public.leads');
    expect(mail.text).toContain(LINK);
  });

  test('a digest links to each of its leads', () => {
    const leads = [STORED_VALUATION_LEAD, STORED_CHAT_LEAD];
    const { text, html } = composeDigest(leads, { ...ADDRESSES, deskUrl: 'https://desk.firm.example' });
    for (const { id } of leads) {
      expect(text).toContain(`\nOpen it in the desk: https://desk.firm.example/#/lead/${id}\n`);
      expect(html).toContain(`<a href="https://desk.firm.example/#/lead/${id}">Open it in the desk</a>`);
    }
    expect(text).toContain('Press “Not spam” in the desk to keep a real one.');
    expect(text).not.toContain('update public.leads');
  });

  test('without a deskUrl, no mail mentions the desk', async () => {
    const { mail } = await deliver({ ...STORED_VALUATION_LEAD, suspect_reasons: ['flood'] });
    const digest = composeDigest([STORED_CHAT_LEAD], ADDRESSES);
    for (const text of [mail.text, mail.html, digest.text, digest.html]) expect(text).not.toMatch(/desk/i);
  });

  test('characters that mean something in HTML are escaped in the link too', () => {
    const lead = { ...STORED_CHAT_LEAD, id: `"><img src=x onerror=alert(1)>` };
    const settings = { ...ADDRESSES, deskUrl: 'https://desk.firm.example' };
    for (const { html } of [composeMessage(lead, settings), composeDigest([lead], settings)]) {
      expect(html).not.toContain('<img');
    }
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
  ])('of a mail from %s has the domain %s', (from, domain) => {
    const { messageId } = composeMessage(STORED_CHAT_LEAD, { ...ADDRESSES, from });
    expect(messageId).toBe(`<lead-${STORED_CHAT_LEAD.id}@${domain}>`);
  });
});

describe('what a visitor typed stays text', () => {
  const TEXT_COLUMNS = ['name', 'phone', 'email', 'postcode', 'address', 'message'] as const;

  test.each(TEXT_COLUMNS)('HTML in %s is escaped', (column) => {
    const lead = { ...STORED_VALUATION_LEAD, [column]: `<img src=x onerror="alert('1')">&amp;` };
    for (const { html } of [composeMessage(lead, ADDRESSES), composeDigest([lead], ADDRESSES)]) {
      expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
      expect(html).not.toContain('<img');
    }
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
  ])('the %s %j adds no header and no recipient', async (column, value) => {
    const { mail, envelope } = await deliver({ ...STORED_VALUATION_LEAD, [column]: value });
    const { mail: plain } = await deliver(STORED_VALUATION_LEAD);
    expect(envelope.to).toEqual([ADDRESSES.to]);
    expect(mail.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key));
    expect(mail.to).toEqual([{ name: '', address: ADDRESSES.to }]);
  });
});

test('a mail program does not decode an encoded word (RFC 2047) that a visitor wrote', async () => {
  const { mail } = await deliver({ ...STORED_CHAT_LEAD, name: '=?utf-8?B?UGF5IG5vdw==?=' });
  expect(mail.subject).toBe(`Chat message: = ?utf-8?B?UGF5IG5vdw== ?=, ${STORED_CHAT_LEAD.id.slice(0, 8)}`);
});
