/** Mails as mail programs, mail servers and strangers send them, as answers to a mail of ours. */
import type { Sender } from '#server/database/codes.ts';

export type SampleContext = {
  /** The Message-ID of our mail to the seller of the lead. */
  ours: string;
  /** The same for the mail to the firm. */
  firms: string;
  /** The seller's address, and the address with the lead's token. */
  email: string;
  token: string;
  othersToken: string;
};

type Expected = {
  /** What becomes of it: by default `message`. */
  outcome?: string;
  /** The new words. */
  words?: string | RegExp;
  sender?: Sender;
  attachments?: RegExp;
  reason?: string;
  /** Whose lead it comes to, if not the seller's. */
  isOthers?: boolean;
};

/** A mail of the seller with these words, in answer to ours. */
export const answer = (
  context: Pick<SampleContext, 'ours' | 'email'>,
  body: string,
  headers: Parts['headers'] = {},
) => mail(context, { body, headers });

/** What the receiving server writes above a mail whose sender it could prove. */
export const proven = (source: string) => `Authentication-Results: mx.firm.example; dmarc=pass\r\n${source}`;

type Parts = {
  headers?: Record<string, string | undefined>;
  body?: string;
  type?: string;
  encoding?: string;
};

type Sample = [
  name: string,
  mail: Parts | ((context: SampleContext) => Parts | string | Buffer),
  expected: Expected,
];

let count = 0;

/** A whole mail, by default with WORDS. A header that is undefined is left out. */
function mail(
  { ours, email }: Pick<SampleContext, 'ours' | 'email'>,
  { headers = {}, body = WORDS, type = 'text/plain; charset=utf-8', encoding = '8bit' }: Parts = {},
): string {
  const all: Parts['headers'] = {
    Received: 'from phone.example by mx.firm.example; Mon, 30 Nov 2026 10:00:00 +0000',
    From: `Morag Bell <${email}>`,
    To: 'Gable & Wynd <answers@firm.example>',
    Subject: 'Re: We have your enquiry',
    Date: 'Mon, 30 Nov 2026 10:00:00 +0000',
    'Message-ID': `<sample-${(count += 1)}@phone.example>`,
    'In-Reply-To': ours,
    'MIME-Version': '1.0',
    'Content-Type': type,
    'Content-Transfer-Encoding': encoding,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  return `${lines.join('\r\n')}\r\n\r\n${body.replaceAll(/\r?\n/g, '\r\n')}`;
}

const WORDS = 'Please ring after six.\n\nMy daughter will be there too.';
const US = 'Gable & Wynd <answers@firm.example>';
const QUOTED = '> We have your enquiry.\n>\n> We will be in touch by Tuesday.\n';
const UNQUOTED = 'We have your enquiry.\n\nWe will be in touch by Tuesday.\n';

/** The lines above a quoted mail, by the program that writes them. */
const QUOTE_LINES: [program: string, line: string][] = [
  ['Gmail', `On Mon, 30 Nov 2026 at 10:00, ${US} wrote:`],
  ['Gmail, over two lines', 'On Mon, 30 Nov 2026 at 10:00, Gable & Wynd\n<answers@firm.example> wrote:'],
  ['Apple Mail', `On 30 Nov 2026, at 10:00, ${US} wrote:`],
  ['Yahoo', `On Monday, 30 November 2026 at 10:00:00 GMT, ${US} wrote:`],
  ['Thunderbird', 'On 30/11/2026 10:00, Gable & Wynd wrote:'],
  ['Gmail in German', `Am Mo., 30. Nov. 2026 um 10:00 Uhr schrieb ${US}:`],
  ['Apple Mail in German', `Am 30.11.2026 um 10:00 schrieb ${US}:`],
  ['Thunderbird in German', 'Am 30.11.26 um 10:00 schrieb Gable & Wynd:'],
  ['Gmail in Polish', `pon., 30 lis 2026 o 10:00 ${US} napisał(a):`],
  ['Thunderbird in Polish', 'W dniu 30.11.2026 o 10:00, Gable & Wynd pisze:'],
  ['Apple Mail in Polish', `Wiadomość napisana przez ${US} w dniu 30.11.2026, o godz. 10:00:`],
  ['Gaelic', `Air Diluain, 30 an t-Samhain 2026, sgrìobh ${US}:`],
  ['Irish', `Ar Luan 30 Samh 2026 ag 10:00, scríobh ${US}:`],
  ['Gmail in French', `Le lun. 30 nov. 2026 à 10:00, ${US} a écrit :`],
  ['Gmail in Spanish', 'El lun, 30 nov 2026 a las 10:00, Gable & Wynd (<answers@firm.example>) escribió:'],
  ['Gmail in Italian', `Il giorno lun 30 nov 2026 alle ore 10:00 ${US} ha scritto:`],
  ['Gmail in Dutch', `Op ma 30 nov 2026 om 10:00 schreef ${US}:`],
  ['Gmail in Portuguese', `Em seg., 30 de nov. de 2026 às 10:00, ${US} escreveu:`],
];

/** The headers of the quoted mail that some programs put above it, without marking its lines. */
const QUOTE_HEADERS: [program: string, lines: string][] = [
  [
    'Outlook',
    `________________________________\nFrom: ${US}\nSent: Monday, November 30, 2026 10:00 AM\nTo: Morag Bell\nSubject: We have your enquiry\n`,
  ],
  [
    'Outlook, old',
    `-----Original Message-----\nFrom: Gable & Wynd [mailto:answers@firm.example]\nSent: 30 November 2026 10:00\nTo: Morag Bell\nSubject: We have your enquiry\n`,
  ],
  [
    'Outlook for Windows',
    `From: ${US}\nSent: 30 November 2026 10:00\nTo: Morag Bell\nSubject: We have your enquiry\n`,
  ],
  [
    'Outlook without the address',
    'From: Gable & Wynd\nSent: 30 November 2026 10:00\nTo: Morag Bell\nSubject: We have your enquiry\n',
  ],
  [
    'Outlook in German',
    `Von: ${US}\nGesendet: Montag, 30. November 2026 10:00\nAn: Morag Bell\nBetreff: We have your enquiry\n`,
  ],
  [
    'Outlook in Polish',
    `Od: ${US}\nWysłano: poniedziałek, 30 listopada 2026 10:00\nDo: Morag Bell\nTemat: We have your enquiry\n`,
  ],
  [
    'GMX',
    `Gesendet: Montag, 30. November 2026 um 10:00 Uhr\nVon: ${US}\nAn: Morag Bell\nBetreff: We have your enquiry\n`,
  ],
  [
    'T-Online',
    `-----Original-Nachricht-----\nBetreff: We have your enquiry\nDatum: 2026-11-30T10:00:00+0000\nVon: "Gable & Wynd" <answers@firm.example>\nAn: Morag Bell\n`,
  ],
];

const SIGNATURES: [program: string, line: string][] = [
  ['iPhone', 'Sent from my iPhone'],
  ['iPhone in German', 'Von meinem iPhone gesendet'],
  ['iPhone in Polish', 'Wysłano z iPhone’a'],
  ['Yahoo', 'Sent from Yahoo Mail on Android'],
  ['Outlook for Android', 'Get Outlook for Android<https://aka.ms/AAb9ysg>'],
  ['Samsung', 'Sent from my Galaxy'],
  ['two hyphens', '-- \nMorag Bell\n07700 900123'],
];

const AUTOMATIC: [language: string, subject: string][] = [
  ['English', 'Automatic reply: We have your enquiry'],
  ['English, old', 'Out of Office: We have your enquiry'],
  ['German', 'Automatische Antwort: We have your enquiry'],
  ['German, Lotus', 'Abwesenheitsnotiz: We have your enquiry'],
  ['French', 'Réponse automatique : We have your enquiry'],
  ['Spanish', 'Respuesta automática: We have your enquiry'],
  ['Italian', 'Risposta automatica: We have your enquiry'],
  ['Dutch', 'Automatisch antwoord: We have your enquiry'],
  ['Polish', 'Odpowiedź automatyczna: We have your enquiry'],
  ['Swedish', 'Autosvar: We have your enquiry'],
  ['Portuguese', 'Resposta automática: We have your enquiry'],
  ['Gaelic', 'Freagairt fèin-obrachail: We have your enquiry'],
];

const ROBOTS: [what: string, headers: Record<string, string>][] = [
  ['an automatic answer', { 'Auto-Submitted': 'auto-replied' }],
  [
    'an automatic answer of Exchange',
    { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  ],
  ['a mass mail', { Precedence: 'bulk' }],
  ['a mailing list', { 'List-Id': 'Sellers <sellers.lists.example>' }],
  ['an empty return path', { 'Return-Path': '<>' }],
  ['an old program', { 'X-Autoreply': 'yes' }],
];

/** A mail of several parts. Each part is its headers, an empty line and its body. */
const parts = (type: string, all: string[], headers: Parts['headers'] = {}): Parts => ({
  type: `${type}; boundary="b"`,
  headers,
  body: `${all.map((part) => `--b\n${part}\n`).join('')}--b--\n`,
});

const TEXT = 'Content-Type: text/plain; charset=utf-8\n\n';
const file = (type: string, name: string, bytes: number) =>
  `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(bytes, 7).toString('base64').replace(/.{76}/g, '$&\n')}`;

const html = (body: string): Parts => ({
  type: 'text/html; charset=utf-8',
  body: `<html><head><style>p{margin:0}</style></head><body>${body}</body></html>`,
});

type Failure = { status: string; action?: string; original: string; inReplyTo?: string; from: string };

/** A delivery report. */
const report = (context: SampleContext, { status, action = 'failed', original, inReplyTo, from }: Failure) =>
  parts(
    'multipart/report; report-type=delivery-status',
    [
      `${TEXT}Your message could not be delivered.`,
      `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${context.email}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} no\n`,
      original,
    ],
    {
      From: from,
      Subject: 'Undelivered Mail',
      'In-Reply-To': inReplyTo,
      'Auto-Submitted': 'auto-replied',
      'Return-Path': '<>',
    },
  );
const wholeOriginal = (id: string) =>
  `Content-Type: message/rfc822\n\nMessage-ID: ${id}\nSubject: We have your enquiry\n\nHello.`;
const originalHeaders = (id: string) =>
  `Content-Type: text/rfc822-headers\n\nMessage-ID: ${id}\nSubject: We have your enquiry\n`;
const POSTFIX = 'MAILER-DAEMON@mx.example (Mail Delivery System)';

/** A key to a seller's page. */
const KEY = 'Kq3'.repeat(14) + 'x';

const results = (context: SampleContext, ...values: string[]) =>
  values.map((value) => `Authentication-Results: ${value}\r\n`).join('') + mail(context);

/** Headers alone, to which the parts within parts add theirs. */
const NO_TYPE = { headers: { 'Content-Type': undefined, 'Content-Transfer-Encoding': undefined }, body: '' };
/** Parts within parts. */
const nested = (depth: number): string =>
  depth === 0
    ? `${TEXT}${WORDS}`
    : `Content-Type: multipart/mixed; boundary="n${depth}"\n\n--n${depth}\n${nested(depth - 1)}\n--n${depth}--\n`;

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

const ALL: Sample[] = [
  ...QUOTE_LINES.map(([program, line]): Sample => [
    `${program}, above the quoted mail`,
    { body: `${WORDS}\n\n${line}\n\n${QUOTED}` },
    { words: WORDS },
  ]),
  ...QUOTE_HEADERS.map(([program, lines]): Sample => [
    `${program}, above the mail that is not marked`,
    { body: `${WORDS}\n\n${lines}\n${UNQUOTED}` },
    { words: WORDS },
  ]),
  ...SIGNATURES.map(([program, line]): Sample => [
    `signature: ${program}`,
    { body: `${WORDS}\n\n${line}\n\nOn 30 Nov 2026, at 10:00, ${US} wrote:\n\n${QUOTED}` },
    { words: WORDS },
  ]),
  [
    'below the quoted mail',
    { body: `On 30 Nov 2026, at 10:00, ${US} wrote:\n\n${QUOTED}\n${WORDS}\n` },
    { words: WORDS },
  ],
  [
    'between the quoted lines',
    { body: '> When may we ring?\n\nAfter six.\n\n> And may we come?\n\nYes, on Friday.\n' },
    { words: /After six\.\s+Yes, on Friday\./ },
  ],
  ['without a quoted mail', {}, { words: WORDS }],
  ['only a quoted mail', { body: QUOTED }, { words: /We have your enquiry/ }],
  [
    'forwarded with words',
    {
      headers: { Subject: 'Fwd: Survey' },
      body: `${WORDS}\n\n---------- Forwarded message ---------\nFrom: A Surveyor <a@surveyor.example>\nDate: Sun, 29 Nov 2026\nSubject: Survey\n\nThe roof is sound.\n`,
    },
    { words: WORDS },
  ],
  [
    'forwarded from a Mac',
    {
      body: `${WORDS}\n\nBegin forwarded message:\n\nFrom: A Surveyor <a@surveyor.example>\nSubject: Survey\n\nThe roof is sound.\n`,
    },
    { words: WORDS },
  ],
  [
    'no words but a subject',
    { headers: { Subject: 'Please ring me' }, body: '' },
    { words: 'Please ring me' },
  ],
  [
    'neither words nor a subject',
    { headers: { Subject: undefined }, body: '' },
    { words: '(An email without words.)' },
  ],

  [
    'HTML only: Gmail',
    html(
      `<div dir="ltr">Please ring after six.</div><br><div class="gmail_quote"><div dir="ltr">On Mon, 30 Nov 2026 at 10:00, Gable &amp; Wynd &lt;<a href="mailto:a@firm.example">a@firm.example</a>&gt; wrote:<br></div><blockquote>We have your enquiry.</blockquote></div>`,
    ),
    { words: /^Please ring after six\.$/ },
  ],
  [
    'HTML only: Outlook with Word',
    html(
      `<div class="WordSection1"><p class="MsoNormal">Please ring after six.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Gable &amp; Wynd &lt;a@firm.example&gt;<br><b>Sent:</b> 30 November 2026 10:00<br><b>To:</b> Morag<br><b>Subject:</b> We have your enquiry</p></div><p>We have your enquiry.</p></div>`,
    ),
    { words: /^Please ring after six\.$/ },
  ],
  [
    'HTML only: Apple Mail on an iPhone',
    html(
      `<div dir="auto">Please ring after six.</div><div dir="auto"><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 30 Nov 2026, at 10:00, Gable &amp; Wynd &lt;a@firm.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">We have your enquiry.</div></blockquote></div>`,
    ),
    { words: /^Please ring after six\.$/ },
  ],
  [
    'HTML only: Yahoo',
    html(
      `<div class="ydp1">Please ring after six.</div><div class="yahoo_quoted"><div>On Monday, 30 November 2026 at 10:00:00 GMT, Gable &amp; Wynd &lt;a@firm.example&gt; wrote:</div><div>We have your enquiry.</div></div>`,
    ),
    { words: /^Please ring after six\.$/ },
  ],
  [
    'HTML only: GMX',
    html(
      `<div style="font-family:Verdana"><div>Please ring after six.</div><div><br><div name="quote"><div><b>Gesendet:</b> Montag, 30. November 2026 um 10:00 Uhr<br><b>Von:</b> &quot;Gable &amp; Wynd&quot; &lt;a@firm.example&gt;<br><b>An:</b> Morag Bell<br><b>Betreff:</b> We have your enquiry</div><div>We have your enquiry.</div></div></div></div>`,
    ),
    { words: /^Please ring after six\.$/ },
  ],
  [
    'HTML only: a script',
    html('<p>Please <b>ring</b>.</p><script>alert(1)</script><img src="https://spy.example/x.gif">'),
    { words: /^Please ring\.(?!.*alert)/s },
  ],
  [
    'text and HTML',
    parts('multipart/alternative', [`${TEXT}${WORDS}`, 'Content-Type: text/html\n\n<p>Please ring.</p>']),
    { words: WORDS },
  ],

  [
    'Windows-1252',
    (context) =>
      Buffer.from(
        mail(context, { type: 'text/plain; charset=windows-1252', body: 'My price: \x80 200 \x96 or more' }),
        'latin1',
      ),
    { words: 'My price: € 200 – or more' },
  ],
  [
    'quoted-printable',
    { encoding: 'quoted-printable', body: 'Se=C3=A1n =E2=82=AC 5=\n0' },
    { words: 'Seán € 50' },
  ],
  ['base64', { encoding: 'base64', body: base64(WORDS) }, { words: WORDS }],
  [
    'UTF-7',
    {
      type: 'text/plain;\r\n charset="UTF-7"',
      body: 'Ring M+APw-ller after six, it is +IKwAow-100 +- fees. 2 +AD0 two +2DzfgQ',
    },
    { words: 'Ring Müller after six, it is €£100 + fees. 2 = two 🎁' },
  ],
  ['an unknown charset', { type: 'text/plain; charset=x-made-up' }, { words: WORDS }],
  ['a zero byte and marks that reverse text', { body: 'Ring\0 me\u202e now' }, { words: 'Ring me now' }],
  [
    'a lone surrogate',
    {
      type: 'text/plain; charset=utf-16le',
      encoding: 'base64',
      body: base64(Buffer.from([0x52, 0, 0x00, 0xd8, 0x21, 0])),
    },
    { words: 'R\ufffd!' },
  ],
  ['lines that end with LF only', (context) => mail(context).replaceAll('\r\n', '\n'), { words: WORDS }],
  [
    'no MIME headers',
    {
      headers: {
        'MIME-Version': undefined,
        'Content-Type': undefined,
        'Content-Transfer-Encoding': undefined,
      },
    },
    { words: WORDS },
  ],
  [
    'broken MIME: no end',
    { type: 'multipart/mixed; boundary="b"', body: `--b\n${TEXT}${WORDS}` },
    { words: WORDS },
  ],
  ['broken MIME: no boundary', { type: 'multipart/mixed' }, { words: /Please ring|Re: We have/ }],
  [
    'broken MIME: a line among the headers',
    { headers: { 'X-Odd': 'a\r\nthis line has no colon' } },
    { words: WORDS },
  ],
  [
    '50 parts within each other',
    (context) => mail(context, NO_TYPE).trimEnd() + `\r\n${nested(50)}`,
    { words: WORDS },
  ],
  [
    '200 parts within each other',
    (context) => mail(context, NO_TYPE).trimEnd() + `\r\n${nested(200)}`,
    { outcome: 'left_unreadable' },
  ],
  [
    'headers of 3 MB',
    { headers: { 'X-Long': 'x'.repeat(3 * 1024 ** 2) } },
    { words: /Re: We have your enquiry/ },
  ],
  [
    'a photo of 30 MB',
    parts('multipart/mixed', [`${TEXT}${WORDS}`, file('image/jpeg', 'roof.jpg', 22_000_000)]),
    { words: WORDS, attachments: /^roof\.jpg/ },
  ],
  ['text of 3 MB', { body: `${WORDS}\n${'more words '.repeat(300_000)}` }, { words: /^Please ring/ }],
  [
    'text that keeps a search busy',
    { body: `${WORDS}\n${'01.01.2020 00.00"<>'.repeat(900)}` },
    { words: /^Please ring/ },
  ],

  [
    'a PDF and a photo',
    parts('multipart/mixed', [
      `${TEXT}${WORDS}`,
      file('application/pdf', 'Home Report.pdf', 2_100_000 / 2),
      file('image/jpeg', 'a.jpg', 900),
    ]),
    { words: WORDS, attachments: /^Home Report\.pdf \(1\.1 MB\)\na\.jpg \(1 kB\)$/ },
  ],
  [
    'only a photo',
    parts('multipart/mixed', [file('image/heic', 'IMG_1.HEIC', 900)], { Subject: undefined }),
    { words: '(An email without words.)', attachments: /^IMG_1\.HEIC/ },
  ],
  [
    'winmail.dat',
    parts('multipart/mixed', [`${TEXT}${WORDS}`, file('application/ms-tnef', 'winmail.dat', 900)]),
    { words: WORDS, attachments: /^winmail\.dat/ },
  ],
  [
    'nothing but winmail.dat',
    { type: 'application/ms-tnef; name=winmail.dat', encoding: 'base64', body: base64('rich text') },
    { words: 'Re: We have your enquiry', attachments: /^winmail\.dat/ },
  ],
  [
    'S/MIME, signed and opaque',
    {
      type: 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
      encoding: 'base64',
      body: base64('signed'),
    },
    { words: 'Re: We have your enquiry', attachments: /^smime\.p7m/ },
  ],
  [
    'S/MIME, signed',
    parts('multipart/signed; protocol="application/pkcs7-signature"', [
      `${TEXT}${WORDS}`,
      file('application/pkcs7-signature', 'smime.p7s', 900),
    ]),
    { words: WORDS, attachments: /^smime\.p7s/ },
  ],
  [
    'S/MIME, encrypted',
    {
      type: 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
      encoding: 'base64',
      body: base64('secret'),
      headers: { Subject: undefined },
    },
    { words: '(An email without words.)', attachments: /^smime\.p7m/ },
  ],
  [
    'a mail as an attachment',
    parts('multipart/mixed', [`${TEXT}${WORDS}`, wholeOriginal('<x@y.example>')]),
    { words: WORDS, attachments: /message\/rfc822/ },
  ],

  ...AUTOMATIC.map(([language, Subject]): Sample => [
    `away, in ${language}`,
    { headers: { Subject }, body: 'I am away until Monday.' },
    { outcome: 'left_robot' },
  ]),
  ...ROBOTS.map(([what, headers]): Sample => [what, { headers }, { outcome: 'left_robot' }]),
  ['a person whose program says so', { headers: { 'Auto-Submitted': 'no' } }, { words: WORDS }],
  [
    'a read receipt',
    (context) =>
      parts('multipart/report; report-type=disposition-notification', [
        `${TEXT}It was displayed.`,
        `Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ${context.email}\nDisposition: manual-action/MDN-sent-manually; displayed\nOriginal-Message-ID: ${context.ours}\n`,
      ]),
    { outcome: 'left_robot' },
  ],
  [
    'the answer to an invitation',
    parts('multipart/alternative', [
      `${TEXT}Morag has accepted.`,
      'Content-Type: text/calendar; method=REPLY; charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR',
    ]),
    { outcome: 'left_robot' },
  ],

  [
    'the answer to an invitation, from Google',
    parts('multipart/mixed', [
      `${TEXT}Morag has accepted this invitation.`,
      'Content-Type: text/calendar; charset="UTF-8"; method=REPLY\nContent-Transfer-Encoding: 7bit\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR',
      file('application/ics', 'invite.ics', 900),
    ]),
    { outcome: 'left_robot' },
  ],
  [
    'another time for an invitation, which is what somebody says',
    parts('multipart/alternative', [
      `${TEXT}${WORDS}`,
      'Content-Type: text/calendar; method=COUNTER; charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:COUNTER\nEND:VCALENDAR',
    ]),
    { words: WORDS },
  ],
  [
    'Postfix: no such address',
    (context) => report(context, { status: '5.1.1', original: wholeOriginal(context.ours), from: POSTFIX }),
    { outcome: 'mail_returned', reason: 'no_such_address' },
  ],
  [
    'Postfix with the headers only: mailbox full',
    (context) => report(context, { status: '5.2.2', original: originalHeaders(context.ours), from: POSTFIX }),
    { outcome: 'mail_returned', reason: 'mailbox_full' },
  ],
  [
    'Exchange: refused',
    (context) =>
      report(context, {
        status: '5.7.129',
        original: wholeOriginal(context.ours),
        inReplyTo: context.ours,
        from: 'Microsoft Outlook <MicrosoftExchange329e71ec@example>',
      }),
    { outcome: 'mail_returned', reason: 'refused' },
  ],
  [
    'Exchange: no such address',
    (context) =>
      report(context, {
        status: '5.1.10',
        original: TEXT,
        inReplyTo: context.ours,
        from: 'postmaster@outlook.example',
      }),
    { outcome: 'mail_returned', reason: 'no_such_address' },
  ],
  [
    'Gmail: unreachable',
    (context) =>
      report(context, {
        status: '4.4.1',
        original: wholeOriginal(context.ours),
        inReplyTo: context.ours,
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      }),
    { outcome: 'mail_returned', reason: 'unreachable' },
  ],
  [
    'Gmail: no such address',
    (context) =>
      report(context, {
        status: '5.1.1',
        original: originalHeaders(context.ours),
        inReplyTo: context.ours,
        from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      }),
    { outcome: 'mail_returned', reason: 'no_such_address' },
  ],
  [
    'a mail that is only late',
    (context) =>
      report(context, {
        status: '4.4.1',
        action: 'delayed',
        original: wholeOriginal(context.ours),
        inReplyTo: context.ours,
        from: POSTFIX,
      }),
    { outcome: 'left_robot' },
  ],
  [
    'our mail to the firm came back',
    (context) => report(context, { status: '5.2.2', original: wholeOriginal(context.firms), from: POSTFIX }),
    { outcome: 'left_not_a_reply' },
  ],
  [
    'somebody else’s mail came back',
    (context) =>
      report(context, { status: '5.1.1', original: wholeOriginal('<x@elsewhere.example>'), from: POSTFIX }),
    { outcome: 'left_not_a_reply' },
  ],
  [
    'a complaint of spam',
    (context) =>
      parts(
        'multipart/report; report-type=feedback-report',
        [
          `${TEXT}Abuse report`,
          'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n',
          wholeOriginal(context.ours),
        ],
        { From: 'staff@hotmail.example', 'In-Reply-To': undefined },
      ),
    { outcome: 'mail_complained' },
  ],
  [
    'a complaint of spam with the headers only and without addresses',
    (context) =>
      parts(
        'multipart/report; report-type=feedback-report',
        [
          `${TEXT}Abuse report`,
          'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: Yahoo!-Mail-Feedback/2.0\nVersion: 1\n',
          originalHeaders(context.ours),
        ],
        { From: 'feedback@arf.mail.yahoo.example', 'In-Reply-To': undefined },
      ),
    { outcome: 'mail_complained' },
  ],

  [
    'a report about a mail to an address that is not the present one',
    (context) =>
      report(context, {
        status: '5.1.1',
        original: wholeOriginal(context.ours).replace('Subject', 'To: former@elsewhere.example\nSubject'),
        from: POSTFIX,
      }),
    { outcome: 'left_robot' },
  ],
  [
    'a report that names another recipient',
    (context) =>
      report(
        { ...context, email: 'eve@elsewhere.example' },
        { status: '5.1.1', original: wholeOriginal(context.ours), from: POSTFIX },
      ),
    { outcome: 'left_robot' },
  ],
  [
    'a reply that quotes the link to the page, whose key is not kept',
    {
      body: `${WORDS}\n\n> Open your page: https://firm.example/your-enquiry#k=${KEY}\n> and https://firm.example/your-enquiry#k=${KEY.slice(0, 20)}\n> ${KEY.slice(20)}`,
    },
    { words: WORDS },
  ],
  [
    'a sender whose address pretends to be the result of a check',
    (context) =>
      results(
        context,
        `mx.firm.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com; y"@evil.example; dmarc=fail header.from=example.com`,
      ),
    { words: WORDS, sender: 'unproven' },
  ],

  [
    'found by the references',
    (context) => ({
      headers: {
        'In-Reply-To': '<staff@firm.example>',
        References: `${context.ours}\r\n <staff@firm.example>`,
      },
    }),
    { words: WORDS },
  ],
  [
    'found by the mail to the firm, which staff have answered',
    (context) => ({ headers: { 'In-Reply-To': '<staff@firm.example>', References: context.firms } }),
    { words: WORDS },
  ],
  [
    'found by the token',
    (context) => ({ headers: { 'In-Reply-To': undefined, To: context.token } }),
    { words: WORDS },
  ],
  [
    'the lead that it answers comes before the one in the token',
    (context) => ({ headers: { To: context.othersToken } }),
    { words: WORDS },
  ],
  [
    'another lead’s token',
    (context) => ({ headers: { 'In-Reply-To': undefined, To: context.othersToken } }),
    { words: WORDS, sender: 'other_address', isOthers: true },
  ],
  ['no reply to us', { headers: { 'In-Reply-To': '<x@y.example>' } }, { outcome: 'left_not_a_reply' }],
  [
    'an id that we have not used',
    (context) => ({ headers: { 'In-Reply-To': context.ours.replace('received-1', 'offer-7') } }),
    { outcome: 'left_not_a_reply' },
  ],
  [
    'the id of a lead that is not there',
    {
      headers: {
        'In-Reply-To': '<received-1-0123456789abcdef-lead-00000000-0000-4000-8000-000000000000@firm.example>',
      },
    },
    { outcome: 'left_not_a_reply' },
  ],
  [
    '5,000 references',
    {
      headers: {
        'In-Reply-To': undefined,
        References: Array.from({ length: 5000 }, (_, index) => `<${index}@x.example>`).join('\r\n '),
      },
    },
    { outcome: 'left_not_a_reply' },
  ],
  [
    'staff in their mail program, not proven',
    { headers: { From: US.toUpperCase() } },
    { outcome: 'ours', words: WORDS, sender: 'firm_unproven' },
  ],
  [
    'staff in their mail program, proven',
    (context) => proven(mail(context, { headers: { From: US, 'In-Reply-To': context.firms } })),
    { outcome: 'ours', words: WORDS, sender: 'firm' },
  ],
  [
    'a mail of our program in the same mailbox',
    (context) => ({ headers: { From: US, 'Message-ID': context.firms } }),
    { outcome: 'left_ours' },
  ],
  [
    'a stranger who uses the Message-ID of our mail',
    (context) => ({ headers: { 'Message-ID': context.ours } }),
    { outcome: 'left_ours' },
  ],

  [
    'proven',
    (context) =>
      results(
        context,
        `mx.firm.example; spf=pass smtp.mailfrom=x; dmarc=pass (p=none (a; b)) header.from=${context.email.split('@')[1]}`,
      ),
    { words: WORDS, sender: 'seller' },
  ],
  ['not checked', (context) => results(context), { sender: 'unproven' }],
  ['DMARC failed', (context) => results(context, 'mx.firm.example; dmarc=fail'), { sender: 'unproven' }],
  [
    'proven by another server',
    (context) => results(context, 'mx.elsewhere.example; dmarc=pass'),
    { sender: 'unproven' },
  ],
  [
    'forged results below the server’s own',
    (context) => results(context, 'mx.firm.example; dmarc=fail', 'mx.firm.example; dmarc=pass'),
    { sender: 'unproven' },
  ],
  [
    'results in a comment',
    (context) => results(context, 'mx.firm.example (; dmarc=pass); dmarc=none'),
    { sender: 'unproven' },
  ],
  [
    'proven for another domain',
    (context) => results(context, 'mx.firm.example; dmarc=pass header.from=evil.example'),
    { sender: 'unproven' },
  ],
  [
    'another address',
    { headers: { From: 'Morag Bell <morag@elsewhere.example>' } },
    { sender: 'other_address' },
  ],
  [
    'the seller’s address only as the name',
    (context) => ({ headers: { From: `"${context.email}" <eve@elsewhere.example>` } }),
    { sender: 'other_address' },
  ],
  [
    'two senders',
    (context) => ({ headers: { From: `${context.email}, eve@elsewhere.example` } }),
    { sender: 'other_address' },
  ],
  [
    'two From headers',
    (context) => `From: eve@elsewhere.example\r\n${mail(context)}`,
    { sender: 'other_address' },
  ],
  [
    'a subject with line breaks',
    { headers: { Subject: '=?utf-8?Q?Ring=0D=0ABcc:_all=40x.example?=' }, body: '' },
    { words: /^Ring/ },
  ],
  [
    'the name of a file with line breaks and marks that reverse text',
    parts('multipart/mixed', [
      `${TEXT}${WORDS}`,
      `Content-Type: application/zip\nContent-Disposition: attachment; filename*=utf-8''a%0D%0ABcc%3A%20x%E2%80%AEgpj.exe\n\nx`,
    ]),
    { words: WORDS, attachments: /^[^\r\u202e]+$/ },
  ],
  [
    'a sender’s name with line breaks',
    { headers: { From: '=?utf-8?Q?Morag=0D=0ABcc:_all=40x.example?= <eve@elsewhere.example>' } },
    { words: WORDS, sender: 'other_address' },
  ],
];

/** The name of each sample, what writes it, and what becomes of it. */
export const SAMPLES = ALL.map(([name, sample, expected]) => {
  const write = (context: SampleContext): string | Buffer => {
    const made = typeof sample === 'function' ? sample(context) : sample;
    return typeof made === 'string' || Buffer.isBuffer(made) ? made : mail(context, made);
  };
  return [name, write, expected] as const;
});
