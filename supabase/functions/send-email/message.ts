import { createHash } from 'node:crypto';
import { readPhoneNumber } from '../_shared/lead/phone-number.ts';
import { referenceOf } from '../_shared/lead/reference.ts';
import { shownName } from '../_shared/lead/shown-name.ts';
import type { LeadContext, StoredLead } from './notifications.ts';

type Address = { name: string; address: string };

/** A mail in nodemailer's format. */
export type MailMessage = {
  messageId: string;
  /** The root of the mail's thread, also as its only reference. It names no mail if the firm got none about the lead alone. */
  inReplyTo?: string;
  references?: string;
  date: Date;
  from: string;
  to: string | Address;
  replyTo?: Address;
  subject: string;
  headers?: Record<string, string>;
  text: string;
  html: string;
  /** An entry for the reader's calendar: a part of the text, as Gmail and Outlook want it, and a file for all others. */
  icalEvent?: { method: 'REQUEST' | 'CANCEL'; filename: string; content: string };
};

export type MailSettings = {
  /** The firm's inbox, as the mail header `To` writes it. */
  to: string;
  /** The sender, as the mail header `From` writes it. */
  from: string;
  /** The public URL of the desk (the staff's app), if the firm uses it: mails link to it. */
  deskUrl?: string | undefined;
};

const LABELS = [
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['postcode', 'Postcode'],
  ['address', 'Address'],
  ['property_type', 'Property type'],
  ['bedrooms', 'Bedrooms'],
  ['property_condition', 'Condition'],
  ['message', 'Message'],
] as const satisfies readonly (readonly [keyof StoredLead, string])[];

const SUSPECT_TAG = '[Check first]';

const SUSPICIONS: Record<string, string> = {
  trap_filled: 'a field that people cannot see was filled in',
  sent_too_fast: 'it was sent faster than people fill in the form',
  flood: 'it came with many others',
};

/** The URL at which the desk shows a lead. The app takes its route from the fragment. */
export const deskLinkOf = (deskUrl: string, id: string) => `${new URL(deskUrl).origin}/#/lead/${id}`;

const DESK_LINK_TEXT = 'Open it in the desk';

const keepStatement = (id: string) => `update public.leads set suspect_reasons = '{}' where id = '${id}';`;

/** The line about a suspect lead; undefined for any other lead. */
function suspicionOf({ id, suspect_reasons }: StoredLead, deskUrl: string | undefined): string | undefined {
  if (suspect_reasons.length === 0) return undefined;
  const reasons = suspect_reasons.map((reason) => SUSPICIONS[reason] ?? reason).join(', and ');
  const howToKeep = deskUrl
    ? 'press “Not spam” in the desk.'
    : `ask whoever runs the website to keep it, with this line of SQL: ${keepStatement(id)}`;
  return (
    `Check first: a program may have sent this, since ${reasons}. It may be deleted sooner than other leads. ` +
    `If it is real, ${howToKeep}`
  );
}

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}

export const timeInWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

/** Breaks up a visitor's `=?`, so that mail programs do not decode it as an encoded word (RFC 2047). */
function headerText(text: string): string {
  return text.replaceAll('=?', '= ?');
}

/**
 * The subject of a mail about a lead. Without a postcode, it ends with the start of the lead's id, because mail programs
 * group mails that have the same subject.
 */
export const subjectAbout = (what: string, { name, postcode, id }: StoredLead): string =>
  `${what}: ${shownName(name)}, ${postcode ?? id.slice(0, 8)}`;

/** The subject of all mails to the firm about one lead: Gmail and Outlook make a thread only of mails with one subject. */
const subjectOf = (lead: StoredLead): string =>
  subjectAbout(lead.source === 'valuation_form' ? 'Valuation request' : 'Chat message', lead);

export type Row = { label: string; value: string; href?: string };

/** A `tel:` link; undefined if the text has no telephone number that can be dialled. */
function telHref(phone: string): string | undefined {
  const read = readPhoneNumber(phone);
  return read && `tel:${read}`;
}

function rowsOf(lead: StoredLead): Row[] {
  return LABELS.flatMap(([key, label]): Row[] => {
    const value = key === 'name' ? shownName(lead.name) : lead[key];
    if (value === null) return [];
    const href = key === 'phone' ? telHref(value) : undefined;
    return [{ label, value, ...(href && { href }) }];
  });
}

/** The most earlier leads that a mail lists; the rest are only counted. */
const MAX_EARLIER = 5;

function contextRowsOf({ submissionId, promisedBy, page, campaign, earlier }: LeadContext): Row[] {
  const shown = earlier.slice(0, MAX_EARLIER).join(', ');
  const more = earlier.length > MAX_EARLIER ? ` and ${earlier.length - MAX_EARLIER} more` : '';
  return [
    ...(promisedBy === null ? [] : [{ label: 'Reply promised by', value: timeInWords.format(promisedBy) }]),
    ...(submissionId === null
      ? []
      : [{ label: 'Reference that the sender saw', value: referenceOf(submissionId) }]),
    ...(page === null ? [] : [{ label: 'Sent from the page', value: page }]),
    ...(campaign === null ? [] : [{ label: 'Campaign', value: campaign }]),
    ...(earlier.length === 0 ? [] : [{ label: 'This number wrote before', value: `lead ${shown}${more}` }]),
  ];
}

const lineOf = ({ label, value }: Row) => `${label}: ${value}`;

function cellOf({ value, href }: Row): string {
  const text = escapeHtml(value);
  return href ? `<a href="${href}">${text}</a>` : text;
}

const footerOf = ({ created_at, id }: StoredLead) =>
  `Received ${timeInWords.format(created_at)} (UK time). Lead ${id}.`;

/** The Message-ID of the mail to the firm about a lead, which is the root of the lead's thread there. */
export const firmThreadOf = ({ id }: StoredLead, from: string) => messageIdOf(`lead-${id}`, from);

export const messageIdOf = (localPart: string, from: string) =>
  `<${localPart}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;

const htmlLinkOf = (url: string) => `<a href="${escapeHtml(url)}">${DESK_LINK_TEXT}</a>`;

/** An HTML document with a heading; the contents are HTML. */
export const htmlDocument = (heading: string, contents: string): string => `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family:sans-serif;line-height:1.5">
<h1 style="font-size:20px">${escapeHtml(heading)}</h1>
${contents}
</body>
</html>`;

type Contents = {
  heading: string;
  suspicion: string | undefined;
  rows: readonly Row[];
  deskLink: string | undefined;
  footer: string;
};

function htmlOf({ heading, suspicion, rows, deskLink, footer }: Contents): string {
  const cells = rows
    .map(
      (row) =>
        `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(row.label)}</th>` +
        `<td valign="top" style="padding:4px 0;white-space:pre-wrap">${cellOf(row)}</td></tr>`,
    )
    .join('\n');
  return htmlDocument(
    heading,
    `${suspicion ? `<p>${escapeHtml(suspicion)}</p>\n` : ''}<table style="border-collapse:collapse">
${cells}
</table>${deskLink ? `\n<p>${htmlLinkOf(deskLink)}</p>` : ''}
<p style="color:#555">${escapeHtml(footer)}</p>`,
  );
}

/** The parts of a mail to the firm about a lead, other than the lead's answers. */
type AboutLead = {
  date: Date;
  /** What the mail tells, if that is not the lead itself. */
  heading?: string;
  footer: string;
  before?: readonly Row[];
  after?: readonly Row[];
};

/** A mail to the firm with all answers of a lead. A suspect lead's subject begins with a tag, for rules in the firm's inbox. */
export function composeAboutLead(
  lead: StoredLead,
  { to, from, deskUrl }: MailSettings,
  { date, heading = subjectOf(lead), footer, before = [], after = [] }: AboutLead,
): MailMessage {
  const suspicion = suspicionOf(lead, deskUrl);
  const thread = headerText(subjectOf(lead));
  const subject = suspicion ? `${SUSPECT_TAG} ${thread}` : thread;
  const rows = [...before, ...rowsOf(lead), ...after];
  const deskLink = deskUrl && deskLinkOf(deskUrl, lead.id);
  return {
    messageId: firmThreadOf(lead, from),
    date,
    from,
    to,
    ...(lead.email !== null && { replyTo: { name: headerText(shownName(lead.name)), address: lead.email } }),
    subject,
    text:
      [
        heading,
        ...(suspicion ? [suspicion] : []),
        rows.map(lineOf).join('\n'),
        ...(deskLink ? [`${DESK_LINK_TEXT}: ${deskLink}`] : []),
        footer,
      ].join('\n\n') + '\n',
    html: htmlOf({ heading, suspicion, rows, deskLink, footer }),
  };
}

/**
 * The mail about a stored lead. The Message-ID depends only on the lead, so that a mail system can recognise a
 * duplicate.
 */
export function composeMessage(
  lead: StoredLead,
  settings: MailSettings,
  context: LeadContext | null = null,
): MailMessage {
  return composeAboutLead(lead, settings, {
    date: lead.created_at,
    footer: footerOf(lead),
    after: context ? contextRowsOf(context) : [],
  });
}

/**
 * The mail about all leads of a flood that are due, in place of a mail for each. The Message-ID depends on all of them:
 * a retry with more leads is another mail, which no mail system may take for a duplicate.
 *
 * @param leads at least one
 */
export function composeDigest(
  leads: readonly StoredLead[],
  { to, from, deskUrl }: MailSettings,
): MailMessage {
  const [first] = leads as [StoredLead];
  const ids = leads.map(({ id }) => id).join();
  const heading =
    leads.length === 1
      ? 'One enquiry that came in a flood'
      : `${leads.length} enquiries that came in a flood`;
  const explanation =
    'More enquiries reached the website in a minute than its limit, so these are in one email. A program may have sent ' +
    'most of them, and real sellers may be among them: please look through them. They may be deleted sooner than ' +
    'other leads. ' +
    (deskUrl
      ? 'Press “Not spam” in the desk to keep a real one.'
      : `Ask whoever runs the website to keep a real one, with this line of SQL and its lead id: ${keepStatement('<lead id>')}`);
  const entries = leads.map((lead) => ({
    title: headerText(subjectOf(lead)),
    lines: [...rowsOf(lead).map(lineOf), footerOf(lead)],
    deskLink: deskUrl && deskLinkOf(deskUrl, lead.id),
  }));
  return {
    messageId: messageIdOf(`flood-${createHash('sha256').update(ids).digest('hex').slice(0, 32)}`, from),
    date: first.created_at,
    from,
    to,
    subject: `${SUSPECT_TAG} ${heading}`,
    text:
      [
        heading,
        explanation,
        ...entries.map(({ title, lines, deskLink }) =>
          [title, ...lines, ...(deskLink ? [`${DESK_LINK_TEXT}: ${deskLink}`] : [])].join('\n'),
        ),
      ].join('\n\n') + '\n',
    html: htmlDocument(
      heading,
      [
        `<p>${escapeHtml(explanation)}</p>`,
        ...entries.map(
          ({ title, lines, deskLink }) =>
            `<h2 style="font-size:16px">${escapeHtml(title)}</h2>\n<p style="white-space:pre-wrap">${escapeHtml(lines.join('\n'))}` +
            `${deskLink ? `\n${htmlLinkOf(deskLink)}` : ''}</p>`,
        ),
      ].join('\n'),
    ),
  };
}
