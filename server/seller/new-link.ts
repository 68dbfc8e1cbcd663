import * as z from 'zod';
import { adoptNew } from '../cases/adopt.ts';
import { cardSchema } from '../cases/cards.ts';
import { execute, rowsOf, sql, type Db } from '../database/statement.ts';
import { countMails } from './count-mails.ts';
import { DAY_SECONDS } from './limits.ts';
import { mailboxOf } from '../cases/mailbox.ts';
import { mayBeMailed } from '../cases/mails.ts';
import { addressHash } from '../cases/refused-addresses.ts';

/** How many enquiries one mail lists: those with a confirmed address, then the oldest and the newest of the others. */
const MOST_ENQUIRIES = 10;

const enquirySchema = z.object({
  id: z.string(),
  source: cardSchema.shape.source,
  sent_at: z.coerce.date(),
  submission_id: z.string().nullable(),
  is_closed: z.boolean(),
});

const addressOf = (email: string) => email.slice(0, 255).trim().toLowerCase();

/**
 * The enquiries of an e-mail address to which a mail has new links, the newest first: the open ones or, if there is none,
 * the latest closed one. Anybody can send enquiries with somebody else's address, so links to the newest alone would keep
 * the others from their seller. Enquiries that are suspect, or were merged into another one, are left out, and so are those
 * whose links staff have ended until they confirm an address, and those that `mayBeMailed` leaves out.
 */
export async function enquiriesOf(db: Db, email: string) {
  const found = await rowsOf(
    db,
    enquirySchema,
    sql`
      select * from (
        select cases.lead_id as id, source, created_at as sent_at, submission_id, stage = 'closed' as is_closed
        from desk.cases
        join public.leads on leads.id = cases.lead_id
        left join private.notifications on notifications.lead_id = leads.id and kind = 'lead'
        where email_key = ${addressOf(email)} and not is_suspect and duplicate_of is null and links_ended_at is null
          and ${mayBeMailed(sql`cases.lead_id`)}
        order by stage = 'closed',
          exists (
            select from desk.enquiry_keys as keys
            where keys.lead_id = cases.lead_id and address_hash = ${addressHash(email)} and confirmed_at is not null
          ) desc,
          least(
            rank() over (partition by stage = 'closed' order by received_at desc, cases.lead_id),
            rank() over (partition by stage = 'closed' order by received_at, cases.lead_id)
          ), received_at desc
        limit ${MOST_ENQUIRIES}
      ) as chosen
      order by sent_at desc`,
  );
  const open = found.filter(({ is_closed }) => !is_closed);
  return open.length > 0 ? open : found.slice(0, 1);
}

/**
 * Mails new links to the enquiries of an address, three times a day to one mailbox at most. The statements are the same for
 * an address without an enquiry. To be called after the response, whose time would tell whether there is one.
 */
export async function mailNewLink(db: Db, email: string): Promise<void> {
  const address = addressOf(email);
  await adoptNew(db);
  const [newest] = await enquiriesOf(db, address);
  // What is asked for an address without an enquiry is not counted against the mailbox: it would lock its owner out.
  const who = newest ? `new link to ${mailboxOf(address)}` : `new link to nobody at ${address}`;
  const wait = await countMails(db, [{ who, most: 3 }], DAY_SECONDS);
  const leadId = wait === undefined ? newest?.id : undefined;
  await execute(
    db,
    sql`
      insert into private.notifications (lead_id, kind, number)
      select lead_id, 'new_link', (
        select count(*) + 1 from private.notifications as mails where mails.lead_id = cases.lead_id and kind = 'new_link'
      )
      from desk.cases where lead_id = ${leadId ?? null}
      on conflict do nothing`,
  );
}
