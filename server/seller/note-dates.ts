/** Keeps the seller's calendar as it should be, after every change of a case. */
import * as z from 'zod';
import { writeEvent } from '../cases/events.ts';
import { mailboxOf } from '../cases/mailbox.ts';
import { mayBeMailed, queueDate } from '../cases/mails.ts';
import { allOf, exists, rowOf, sql, type Db } from '../database/statement.ts';
import { readDateMails, readRecipient, readToTell } from './date-mails.ts';
import { carriedVersions, isTold, newVersions, wantedDates } from './dates.ts';
import { readFacts } from './enquiry.ts';
import type { DateFacts } from './events.ts';

const readAddressId = (db: Db, leadId: string) =>
  rowOf(
    db,
    z.object({ id: z.string().transform(Number) }),
    sql`
      select coalesce(max(event_id), 0) as id from desk.texts
      where lead_id = ${leadId} and part = 'former_email'`,
  );

type Noted = { leadId: string; actor: string | null };

async function note(db: Db, { leadId, actor }: Noted, facts: DateFacts): Promise<void> {
  const eventId = await writeEvent(db, { actor, leadId, kind: 'dated', facts });
  if (!facts.is_carried) await queueDate(db, leadId, eventId);
}

/**
 * Records what a change means for the seller's calendar, and queues a mail for each entry. Whether it is sent is decided then
 * (mails.ts). The case must be locked.
 *
 * @param actor the member of staff; null for a seller
 */
export async function noteDates(db: Db, leadId: string, actor: string | null): Promise<void> {
  const [{ row, events, offers, calendar }, address] = await allOf([
    readFacts(db, leadId),
    readAddressId(db, leadId),
  ]);
  for (const facts of newVersions({ leadId, work: row, events, offers, calendar }, address.id)) {
    await note(db, { leadId, actor }, facts);
  }
}

/**
 * Queues a mail for each version that the seller is still to be told of and no mail will tell: the mail before was cancelled,
 * or was not to be sent at its time, for example because the lead looked like spam.
 */
async function makeUp(db: Db, leadId: string): Promise<void> {
  const { toTell, mails } = await readToTell(db, leadId);
  const missing = toTell.filter(({ entry }) => !mails.some(({ event_id }) => event_id === entry.id));
  if (missing.length === 0 || !(await exists(db, sql`select where ${mayBeMailed(sql`${leadId}::uuid`)}`))) {
    return;
  }
  const lead = await rowOf(
    db,
    z.object({ id: z.string(), email: z.string().nullable() }),
    sql`select id, email from public.leads where id = ${leadId}`,
  );
  for (const { entry } of missing) {
    if (await readRecipient(db, lead, entry)) await queueDate(db, leadId, String(entry.id));
  }
}

/** Carries the entries of a merged lead over to the other one, which has taken over its next step. */
async function carryDates(db: Db, { leadId, actor }: Noted, targetId: string): Promise<void> {
  const [from, into, address, mails] = await allOf([
    readFacts(db, leadId),
    readFacts(db, targetId),
    readAddressId(db, targetId),
    readDateMails(db, leadId),
  ]);
  const wanted = wantedDates({ ...into, work: into.row });
  const isSameMailbox =
    from.row.email !== null &&
    into.row.email !== null &&
    mailboxOf(from.row.email) === mailboxOf(into.row.email);
  for (const entry of from.dates) {
    const next = wanted.find(({ what, starts_at }) => what === entry.what && starts_at === entry.starts_at);
    if (!next || entry.what === 'offer' || into.dates.some(({ what }) => what === entry.what)) continue;
    const isHad = isSameMailbox && isTold(entry, from.events, mails);
    const [gone, carried] = carriedVersions({ entry, next, addressId: address.id, isHad });
    await note(db, { leadId, actor }, gone);
    await note(db, { leadId: targetId, actor }, carried);
  }
}

/**
 * As `noteDates`, with the desk's role: it also makes up for mails that were not sent.
 *
 * @param targetId the lead into which this one was merged just now
 */
export async function keepDates(
  db: Db,
  leadId: string,
  actor: string | null,
  targetId?: string,
): Promise<void> {
  if (targetId !== undefined) await carryDates(db, { leadId, actor }, targetId);
  for (const id of targetId === undefined ? [leadId] : [leadId, targetId]) {
    await noteDates(db, id, actor);
    await makeUp(db, id);
  }
}
