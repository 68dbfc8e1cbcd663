import { createHash } from 'node:crypto';
import * as z from 'zod';
import { withoutKeys } from '#lead/enquiry-key.ts';
import { queueAlert } from '../cases/alerts.ts';
import { beginRequest, lockCase, saveCase } from '../cases/change.ts';
import { writeEvent } from '../cases/events.ts';
import { readMailing } from '../cases/mailing.ts';
import { addressHash, refuseAddress } from '../cases/refused-addresses.ts';
import type { Sender } from '../database/codes.ts';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import type { ReadRoom } from '../papers/room.ts';
import { DAY_SECONDS, secondsToWait } from '../seller/limits.ts';
import { acceptFiles, paperIds, storeFile, type Files } from './files.ts';
import { newWords } from './new-words.ts';
import { MOST_BYTES, MOST_BYTES_WITH_FILES, readMail, type ReadMail } from './read-mail.ts';
import { isReport, readReport } from './report.ts';
import { isFromRobot } from './robots.ts';
import { senderOf } from './sender.ts';
import { findLead, isOfOurs, type FoundLead } from './which-lead.ts';

export type InboxSettings = {
  /** The firm's own addresses, besides those of the staff. A mail from one of them is not the seller's. */
  ownAddresses: readonly string[];
  /** The setting REPLY_TO. */
  replyTo: string | undefined;
  /** The setting IMAP_AUTHSERV_ID. */
  authservId: string | undefined;
  /** Whether there is room for more files. */
  readRoom: ReadRoom;
};

/** What became of a mail. The last ones were left in the mailbox, and nothing of them is stored. */
export type Outcome =
  | 'message'
  /** Staff have written it in their own mail program. */
  | 'ours'
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
  files: Files;
};

/** Who wrote a mail, and which member of staff that is. */
async function readSender(
  db: Db,
  mail: ReadMail,
  { leadId, email }: { leadId: string; email: string | null },
  { ownAddresses, authservId }: InboxSettings,
): Promise<{ sender: Sender; staffId: string | null }> {
  const staff = await firstRowOf(
    db,
    z.object({ id: z.string() }),
    sql`
      select user_id as id from desk.staff join desk_auth.users on users.id = user_id
      where active and lower(users.email) = ${mail.from ?? ''}`,
  );
  const { is_confirmed: isConfirmed } = await readMailing(db, leadId, email);
  const isOurs = staff !== undefined || ownAddresses.includes(mail.from ?? '');
  const sender = senderOf(mail, { email, isConfirmed, isOurs, authservId });
  return { sender, staffId: sender === 'firm' ? (staff?.id ?? null) : null };
}

/**
 * How much of a mail is worth reading, by its beginning: the files of a mail are only read if it is proven to be the
 * seller's, and nothing more is if it is about no lead.
 */
async function bytesToRead(db: Db, mail: ReadMail, settings: InboxSettings): Promise<number> {
  if (isReport(mail)) return MOST_BYTES;
  const asked = { messageIds: mail.answers, recipients: mail.recipients };
  const found = await findLead(db, asked, settings.replyTo);
  if (!found || isFromRobot(mail)) return 0;
  const { leadId } = found;
  const known = await firstRowOf(
    db,
    z.object({ email: z.string().nullable() }),
    sql`select email_key as email from desk.cases where lead_id = ${leadId}`,
  );
  if (!known) return MOST_BYTES;
  const { sender } = await readSender(db, mail, { leadId, ...known }, settings);
  return sender === 'seller' ? MOST_BYTES_WITH_FILES : MOST_BYTES;
}

/** The beginning of a mail, and how to get more of it. */
export type Fetched = {
  at: Date;
  size: number;
  head: Uint8Array;
  /** Reads the beginning, of at most this length; undefined if the mail is not there any more. */
  readMore: (length: number) => Promise<Uint8Array | undefined>;
};

/** Reads as much of a mail as is needed. @returns undefined if it cannot be read */
export async function readArrival(
  db: Db,
  { at, size, head, readMore }: Fetched,
  settings: InboxSettings,
): Promise<Arrival | undefined> {
  let mail = await readMail(head);
  if (!mail) return undefined;
  const most = await bytesToRead(db, mail, settings);
  if (size > head.length && most > 0) mail = (await readMail((await readMore(most)) ?? head)) ?? mail;
  const isCut = size > most;
  const files: Files = most === MOST_BYTES_WITH_FILES ? await acceptFiles(mail, isCut) : new Map();
  return { mail, at, isCut, files };
}

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

/** What stays in the mailbox only, a line each, after the others have become papers. */
async function keepFiles(
  db: Db,
  leadId: string,
  { mail, isCut, files }: Arrival,
  readRoom: ReadRoom,
): Promise<string> {
  const lines: string[] = [];
  const ids = paperIds(mail.attachments.length);
  for (const attached of mail.attachments) {
    const id = ids.shift() ?? '';
    const { name, type, bytes } = attached;
    const file = files.get(attached);
    const refusal =
      typeof file === 'object' ? await storeFile(db, { id, leadId }, attached, file, readRoom) : file;
    if (typeof file === 'object' && refusal === undefined) continue;
    // The end of the last one was not read if the mail was cut.
    const size = isCut && attached === mail.attachments.at(-1) ? '' : sizeInWords(bytes.length);
    const notes = [size, refusal ?? ''].filter((note) => note !== '');
    lines.push(`${name || type}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`);
  }
  return lines.join('\n');
}

async function takeMessage(
  db: Db,
  arrival: Arrival,
  { leadId }: FoundLead,
  settings: InboxSettings,
): Promise<Outcome> {
  const { mail, at, isCut } = arrival;
  const begun = await begin(db, leadId, mail);
  if (!begun) return 'known';
  const { current, requestId } = begun;
  const { email_key: email, received_at, now } = current;
  const { sender, staffId } = await readSender(db, mail, { leadId, email }, settings);
  const isOurs = sender === 'firm' || sender === 'firm_unproven';
  const kind = isOurs ? 'staff_mailed' : 'written';
  const limit = { kind, by: 'mail', most: MOST_A_DAY, seconds: DAY_SECONDS } as const;
  if ((await secondsToWait(db, leadId, limit)) !== undefined) return 'left_too_many';
  // The quoted mail has the link to the seller's page, whose key nobody may read.
  const text = withoutKeys(mail.text.slice(0, 2 * MOST_CHARACTERS));
  const words = newWords(text) || withoutKeys(mail.subject) || NO_WORDS;
  const files: Files = sender === 'seller' ? arrival.files : new Map();
  const attachments = await keepFiles(db, leadId, { ...arrival, files }, settings.readRoom);
  // The clock of a mail server may be wrong.
  const times = [received_at, at.toISOString(), now].map((time) => Date.parse(time)).sort((a, b) => a - b);
  const time = new Date(times[1] ?? 0).toISOString();
  const eventId = await writeEvent(db, {
    actor: staffId,
    leadId,
    kind,
    facts: { by: 'mail', sender, ...((isCut || mail.text.length > MOST_CHARACTERS) && { is_cut: true }) },
    requestId,
    texts: {
      message: clip(words),
      whole: words === text ? null : clip(text),
      sender: sender === 'other_address' || (isOurs && !staffId) ? clip(mail.fromInWords) : null,
      attachments: clip(attachments),
    },
    at: time,
  });
  if (!isOurs)
    current.question_at =
      current.question_at !== null && current.question_at < time ? current.question_at : time;
  await saveCase(db, current);
  if (!isOurs) await queueAlert(db, { eventId, kind: 'message', leadId });
  return isOurs ? 'ours' : 'message';
}

/**
 * Takes a mail into the record of the lead that it is about. Nothing but the history and the list "Now" changes, and of the
 * seller's own mail the papers: no action is carried out because of what a mail says. The firm gets no mail about it, because
 * it has this one.
 */
export async function takeMail(db: Db, arrival: Arrival, settings: InboxSettings): Promise<Outcome> {
  const { mail } = arrival;
  const reported = await takeReport(db, arrival, settings);
  if (reported) return reported;
  if (mail.header('message-id').some(isOfOurs)) return 'left_ours';
  const found = await findLead(
    db,
    { messageIds: mail.answers, recipients: mail.recipients },
    settings.replyTo,
  );
  if (!found) return 'left_not_a_reply';
  if (isFromRobot(mail)) return 'left_robot';
  return takeMessage(db, arrival, found, settings);
}
