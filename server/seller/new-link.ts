import * as z from 'zod';
import { adoptNew } from '../cases/adopt.ts';
import { execute, firstRowOf, sql, type Db } from '../database/statement.ts';

/**
 * Mails a new link to the address of an enquiry, three times a day to one address at most. If the address has several
 * enquiries, the link is that of the latest. Says nothing about whether there is one.
 */
export async function mailNewLink(db: Db, email: string | null): Promise<void> {
  await adoptNew(db);
  const mailbox = sql`lower(btrim(left(${email}, 255)))`;
  const wanted = await firstRowOf(
    db,
    z.object({ id: z.string() }),
    sql`
      select leads.id
      from desk_private.cases join public.leads on leads.id = cases.lead_id
      where email_key = ${mailbox} and not is_suspect
      order by received_at desc, leads.id
      limit 1`,
  );
  if (!wanted) return;
  await execute(
    db,
    sql`
      insert into private.seller_mails (lead_id, kind)
      select ${wanted.id}, 'new_link' where private.count_call('new link to ' || ${mailbox}, 3, interval '1 day') is null`,
  );
}
