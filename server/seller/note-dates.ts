/** Keeps the seller's calendar as it should be, after every change of a case. */
import * as z from 'zod';
import { writeEvent } from '../cases/events.ts';
import { queueDate } from '../cases/mails.ts';
import { allOf, rowOf, sql, type Db } from '../database/statement.ts';
import { newVersions } from './dates.ts';
import { readFacts } from './enquiry.ts';

const readAddressId = (db: Db, leadId: string) =>
  rowOf(
    db,
    z.object({ id: z.string().transform(Number) }),
    sql`
      select coalesce(max(event_id), 0) as id from desk.texts
      where lead_id = ${leadId} and part = 'former_email'`,
  );

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
  for (const facts of newVersions({ work: row, events, offers, calendar }, address.id)) {
    const eventId = await writeEvent(db, { actor, leadId, kind: 'dated', facts });
    await queueDate(db, leadId, eventId);
  }
}
