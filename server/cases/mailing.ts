import * as z from 'zod';
import { NO_MAIL } from '../database/codes.ts';
import { rowOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { isInvented } from './mails.ts';
import { addressHash } from './refused-addresses.ts';
import { isReturned } from './returned-mails.ts';

const mailingSchema = z.object({
  /** Why no mail goes to the seller; null if mails do. */
  no_mail: code(NO_MAIL, '').nullable(),
  /** Whether the owner of the address has said that the enquiry is not theirs. */
  is_refused: z.boolean(),
  /** Whether somebody has opened a mail's link with the digits of the seller's number, so that the address is the seller's. */
  is_confirmed: z.boolean(),
  /** Whether a mail to the address came back. */
  is_returned: z.boolean(),
});

/**
 * Whether mails go to the seller of a lead. A seller who asked us to stop gets none until staff have moved the case to another
 * stage.
 *
 * @param email the seller's address now
 */
export const readMailing = (db: Db, leadId: string, email: string | null) =>
  rowOf(
    db,
    mailingSchema,
    sql`
      select is_refused, is_confirmed, ${isReturned(sql`cases.lead_id`)} as is_returned, case
        when ${email === null} then 'no_address'
        when links_ended_at is not null then 'links_ended'
        when is_refused then 'refused'
        when is_suspect then 'suspect'
        when duplicate_of is not null then 'merged'
        when exists (
          select from desk.events as stops
          where stops.lead_id = cases.lead_id and stops.kind = 'seller_stopped' and not exists (
            select from desk.events as moves
            where moves.lead_id = cases.lead_id and moves.kind = 'staged' and moves.actor is not null
              and moves.id > stops.id
          )
        ) then 'stopped'
        when ${isInvented(sql`cases.lead_id`)} then 'invented'
        when source = 'import' and do_not_call then 'no_contact'
      end as no_mail
      from desk.cases
      join public.leads on leads.id = cases.lead_id
      cross join lateral (select ${addressHash(email ?? '')} as hash) as address
      cross join lateral (
        select
          exists (
            select from desk.refused_addresses where address_hash = hash and refused_at is not null
          ) and ${email !== null} as is_refused,
          exists (
            select from desk.enquiry_keys as keys
            where keys.lead_id = cases.lead_id and address_hash = hash and confirmed_at is not null and ends_at > now()
          ) as is_confirmed
      ) as known
      where cases.lead_id = ${leadId}`,
  );
