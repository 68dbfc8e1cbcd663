import { createHash } from 'node:crypto';
import type { StoredLead } from './notifications.ts';

/** A mail in nodemailer's format. */
export type MailMessage = {
  messageId: string;
  date: Date;
  from: string;
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

const LABELS = [
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['email', 'E-mail'],
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

/** The statement with which the firm keeps a suspect lead for as long as other leads. */
const keepStatement = (id: string) => `update public.leads set suspect_reasons = '{}' where id = '${id}';`;

/** The line about a suspect lead; undefined for any other lead. */
function suspicionOf({ id, suspect_reasons }: StoredLead): string | undefined {
  if (suspect_reasons.length === 0) return undefined;
  const reasons = suspect_reasons.map((reason) => SUSPICIONS[reason] ?? reason).join(', and ');
  return (
    `Check first: a program may have sent this, since ${reasons}. It may be deleted sooner than other leads. ` +
    `If it is real, ask whoever runs the website to keep it, with this line of SQL: ${keepStatement(id)}`
  );
}

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}

const receivedAt = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

/** Defuses a visitor's `=?…?=`, which mail programs would decode in a header (RFC 2047). */
function headerText(text: string): string {
  return text.replaceAll('=?', '= ?');
}

function subjectOf(lead: StoredLead): string {
  return lead.source === 'valuation_form'
    ? `Valuation request: ${lead.name}, ${lead.postcode ?? ''}`
    : `Chat message: ${lead.name}`;
}

function rowsOf(lead: StoredLead): [label: string, value: string][] {
  return LABELS.flatMap(([key, label]): [string, string][] => {
    const value = lead[key];
    return value === null ? [] : [[label, value]];
  });
}

const footerOf = ({ created_at, id }: StoredLead) =>
  `Received ${receivedAt.format(created_at)} (UK time). Reference ${id}.`;

const messageIdOf = (reference: string, from: string) =>
  `<${reference}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;

function htmlOf(
  heading: string,
  suspicion: string | undefined,
  rows: [label: string, value: string][],
  footer: string,
): string {
  const cells = rows
    .map(
      ([label, value]) =>
        `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th>` +
        `<td style="padding:4px 0;white-space:pre-wrap">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family:sans-serif;line-height:1.5">
<h1 style="font-size:20px">${escapeHtml(heading)}</h1>${suspicion ? `\n<p>${escapeHtml(suspicion)}</p>` : ''}
<table style="border-collapse:collapse">
${cells}
</table>
<p style="color:#555">${escapeHtml(footer)}</p>
</body>
</html>`;
}

/**
 * The mail about a stored lead. The Message-ID depends only on the lead, so that a mail system can recognise a
 * duplicate. The subject of a suspect lead begins with a tag for inbox rules.
 */
export function composeMessage(lead: StoredLead, { to, from }: { to: string; from: string }): MailMessage {
  const suspicion = suspicionOf(lead);
  const heading = headerText(subjectOf(lead));
  const subject = suspicion ? `${SUSPECT_TAG} ${heading}` : heading;
  const rows = rowsOf(lead);
  const footer = footerOf(lead);
  return {
    messageId: messageIdOf(`lead-${lead.id}`, from),
    date: lead.created_at,
    from,
    to,
    ...(lead.email !== null && { replyTo: { name: headerText(lead.name), address: lead.email } }),
    subject,
    text:
      [
        heading,
        ...(suspicion ? [suspicion] : []),
        rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
        footer,
      ].join('\n\n') + '\n',
    html: htmlOf(heading, suspicion, rows, footer),
  };
}

/**
 * The mail about all leads of a flood that are due, in place of a mail for each. The Message-ID depends on all of them:
 * a retry with more leads is another mail, which no mail system may take for a duplicate.
 *
 * @param leads at least one
 */
export function composeDigest(
  leads: readonly StoredLead[],
  { to, from }: { to: string; from: string },
): MailMessage {
  const [first] = leads as [StoredLead];
  const ids = leads.map(({ id }) => id).join();
  const heading =
    leads.length === 1
      ? 'One enquiry that came in a flood'
      : `${leads.length} enquiries that came in a flood`;
  const explanation =
    'More enquiries reached the website in a minute than its limit, so these are in one mail. A program may have sent ' +
    'most of them, and real sellers may be among them: please look through them. They may be deleted sooner than ' +
    'other leads. Ask whoever runs the website to keep a real one, with this line of SQL and its reference: ' +
    keepStatement('<reference>');
  const entries = leads.map((lead) => ({
    title: headerText(subjectOf(lead)),
    lines: [...rowsOf(lead).map(([label, value]) => `${label}: ${value}`), footerOf(lead)],
  }));
  return {
    messageId: messageIdOf(`flood-${createHash('sha256').update(ids).digest('hex').slice(0, 32)}`, from),
    date: first.created_at,
    from,
    to,
    subject: `${SUSPECT_TAG} ${heading}`,
    text:
      [heading, explanation, ...entries.map(({ title, lines }) => [title, ...lines].join('\n'))].join(
        '\n\n',
      ) + '\n',
    html: `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${heading}</title></head>
<body style="font-family:sans-serif;line-height:1.5">
<h1 style="font-size:20px">${heading}</h1>
<p>${escapeHtml(explanation)}</p>
${entries
  .map(
    ({ title, lines }) =>
      `<h2 style="font-size:16px">${escapeHtml(title)}</h2>\n<p style="white-space:pre-wrap">${escapeHtml(lines.join('\n'))}</p>`,
  )
  .join('\n')}
</body>
</html>`,
  };
}
