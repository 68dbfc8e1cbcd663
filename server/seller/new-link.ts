import * as z from 'zod';
import { adoptNew } from '../cases/adopt.ts';
import { cardSchema } from '../cases/cards.ts';
import { queueMail } from '../cases/mails.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { countCalls } from './count-calls.ts';
import { DAY_SECONDS } from './limits.ts';

/** How many enquiries one mail lists. */
const MOST_ENQUIRIES = 5;

const enquirySchema = z.object({
  id: z.string(),
  source: cardSchema.shape.source,
  sent_at: z.coerce.date(),
  submission_id: z.string().nullable(),
  is_closed: z.boolean(),
});

/**
 * The enquiries of an e-mail address for which a mail with new links has a link each: the newest open ones or, if there is
 * none, the latest closed one. All of them, because anybody can send an enquiry with somebody else's address: a link to the
 * newest alone would keep the others from their seller. None that was merged into another one, and none that is suspect.
 */
export async function enquiriesOf(db: Db, email: string | null) {
  const found = await rowsOf(
    db,
    enquirySchema,
    sql`
      select cases.lead_id as id, source, created_at as sent_at, submission_id, stage = 'closed' as is_closed
      from desk.cases
      join public.leads on leads.id = cases.lead_id
      left join private.notifications on notifications.lead_id = leads.id and kind = 'lead'
      where email_key = lower(btrim(left(${email}, 255))) and not is_suspect and duplicate_of is null
      order by is_closed, received_at desc, cases.lead_id
      limit ${MOST_ENQUIRIES}`,
  );
  const open = found.filter(({ is_closed }) => !is_closed);
  return open.length > 0 ? open : found.slice(0, 1);
}

/**
 * Mails new links to the enquiries of an address, three times a day to one address at most. Says nothing about whether
 * there are any.
 */
export async function mailNewLink(db: Db, email: string | null): Promise<void> {
  await adoptNew(db);
  const [newest] = await enquiriesOf(db, email);
  if (!newest) return;
  const limit = { who: `new link to ${email?.trim().toLowerCase()}`, most: 3 };
  if ((await countCalls(db, [limit], DAY_SECONDS)) !== undefined) return;
  await queueMail(db, { leadId: newest.id, kind: 'new_link' });
}
