import { createHash } from 'node:crypto';
import { withoutKeys } from '#lead/enquiry-key.ts';
import { beginRequest, lockCase, saveCase } from '../cases/change.ts';
import { writeEvent } from '../cases/events.ts';
import { readMailing } from '../cases/mailing.ts';
import { addressHash, refuseAddress } from '../cases/refused-addresses.ts';
import type { Db } from '../database/statement.ts';
import { DAY_SECONDS, secondsToWait } from '../seller/limits.ts';
import { newWords } from './new-words.ts';
import type { ReadMail } from './read-mail.ts';
import { readReport } from './report.ts';
import { isFromRobot } from './robots.ts';
import { senderOf } from './sender.ts';
import { findLead, type FoundLead } from './which-lead.ts';

export type InboxSettings = {
  /** The firm's own addresses: a mail from one of them is not the seller's. */
  ownAddresses: readonly string[];
  /** The setting REPLY_TO. */
  replyTo: string | undefined;
  /** The setting IMAP_AUTHSERV_ID. */
  authservId: string | undefined;
};

/** What became of a mail. The last ones were left in the mailbox, and nothing of them is stored. */
export type Outcome =
  | 'message'
  | 'mail_returned'
  | 'mail_complained'
  /** It was taken before. */
  | 'known'
  | 'left_not_a_reply'
  | 'left_ours'
  | 'left_robot'
  | 'left_too_many';

/** As many characters as a text in the database may have. */
const MOST_CHARACTERS = 10_000;
/** One lead may have so many a day. A seller may send each photo by itself; nobody sends more by hand. */
const MOST_A_DAY = 50;
/** Reports of each kind about the mails of one lead. */
const MOST_REPORTS_A_DAY = 5;
const NO_WORDS = '(An email without words.)';

const clip = (text: string) => Array.from(text).slice(0, MOST_CHARACTERS).join('');

const sizeInWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The id of the request that a mail is: always the same for the same mail about the same lead. */
function requestIdOf(mail: ReadMail, leadId: string): string {
  const hash = createHash('sha256').update(mail.hash).update(leadId).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export type Arrival = {
  mail: ReadMail;
  /** When the mailbox got it. */
  at: Date;
  /** Whether the mail is larger than what was read. */
  isCut: boolean;
};

/** Locks the case, unless this mail was taken before. */
async function begin(db: Db, leadId: string, mail: ReadMail) {
  const current = await lockCase(db, leadId);
  const id = requestIdOf(mail, leadId);
  const isFirst = await beginRequest(db, { id, name: 'inbox.take', leadId, caller: null, given: null });
  return isFirst ? { current, requestId: id } : undefined;
}

async function takeReport(
  db: Db,
  { mail }: Arrival,
  { replyTo }: InboxSettings,
): Promise<Outcome | undefined> {
  const report = await readReport(mail);
  const found = report && (await findLead(db, { messageIds: report.about, recipients: [] }, replyTo));
  if (!report || !found?.isToSeller) return undefined;
  const { leadId } = found;
  const begun = await begin(db, leadId, mail);
  if (!begun) return 'known';
  const { current, requestId } = begun;
  const { kind, reason, to } = report;
  if (found.isToFormerAddress || (to.length > 0 && !to.includes(current.email_key ?? '')))
    return 'left_robot';
  const limit = { kind, most: MOST_REPORTS_A_DAY, seconds: DAY_SECONDS } as const;
  if ((await secondsToWait(db, leadId, limit)) !== undefined) return 'left_too_many';
  const facts = kind === 'mail_returned' ? { reason } : {};
  if (kind === 'mail_complained' && current.email_key !== null)
    await refuseAddress(db, addressHash(current.email_key));
  await writeEvent(db, { actor: null, leadId, kind, facts, requestId });
  current.asked_at ??= current.now;
  await saveCase(db, current);
  return kind;
}

async function takeMessage(
  db: Db,
  { mail, at, isCut }: Arrival,
  { leadId }: FoundLead,
  { authservId }: InboxSettings,
): Promise<Outcome> {
  const begun = await begin(db, leadId, mail);
  if (!begun) return 'known';
  const { current, requestId } = begun;
  const limit = { kind: 'written', by: 'mail', most: MOST_A_DAY, seconds: DAY_SECONDS } as const;
  if ((await secondsToWait(db, leadId, limit)) !== undefined) return 'left_too_many';
  const { email_key: email, received_at, now } = current;
  const { is_confirmed: isConfirmed } = await readMailing(db, leadId, email);
  const sender = senderOf(mail, { email, isConfirmed, authservId });
  // The quoted mail has the link to the seller's page, whose key nobody may read.
  const text = withoutKeys(mail.text.slice(0, 2 * MOST_CHARACTERS));
  const words = newWords(text) || withoutKeys(mail.subject) || NO_WORDS;
  // The end of the last one was not read if the mail was cut.
  const listed = mail.attachments.map(({ name, type, bytes }, index) =>
    isCut && index === mail.attachments.length - 1
      ? name || type
      : `${name || type} (${sizeInWords(bytes.length)})`,
  );
  // The clock of a mail server may be wrong.
  const times = [received_at, at.toISOString(), now].map((time) => Date.parse(time)).sort((a, b) => a - b);
  const time = new Date(times[1] ?? 0).toISOString();
  await writeEvent(db, {
    actor: null,
    leadId,
    kind: 'written',
    facts: { by: 'mail', sender, ...((isCut || mail.text.length > MOST_CHARACTERS) && { is_cut: true }) },
    requestId,
    texts: {
      message: clip(words),
      whole: words === text ? null : clip(text),
      sender: sender === 'other_address' ? clip(mail.fromInWords) : null,
      attachments: clip(listed.join('\n')),
    },
    at: time,
  });
  current.question_at =
    current.question_at !== null && current.question_at < time ? current.question_at : time;
  await saveCase(db, current);
  return 'message';
}

/**
 * Takes a mail into the record of the lead that it is about. Nothing but the history and the list "Now" changes: no action is
 * carried out because of what a mail says. The firm gets no mail about it, because it has this one.
 */
export async function takeMail(db: Db, arrival: Arrival, settings: InboxSettings): Promise<Outcome> {
  const { mail } = arrival;
  const reported = await takeReport(db, arrival, settings);
  if (reported) return reported;
  if (settings.ownAddresses.includes(mail.from ?? '')) return 'left_ours';
  const found = await findLead(
    db,
    { messageIds: mail.answers, recipients: mail.recipients },
    settings.replyTo,
  );
  if (!found) return 'left_not_a_reply';
  if (isFromRobot(mail)) return 'left_robot';
  return takeMessage(db, arrival, found, settings);
}
