import * as z from 'zod';
import { adoptNew } from '../cases/adopt.ts';
import { queueMail } from '../cases/mails.ts';
import { firstRowOf, sql, type Db } from '../database/statement.ts';
import { countMails } from './count-mails.ts';
import { DAY_SECONDS } from './limits.ts';
import { mailboxOf } from './mailbox.ts';

/**
 * Mails a new link to the address of an enquiry, three times a day to one mailbox at most. If the address has several
 * enquiries, the link is that of the latest. Says nothing about whether there is one.
 */
export async function mailNewLink(db: Db, email: string | null): Promise<void> {
  await adoptNew(db);
  const wanted = await firstRowOf(
    db,
    z.object({ id: z.string(), mailbox: z.string() }),
    sql`
      select lead_id as id, email_key as mailbox from desk.cases
      where email_key = lower(btrim(left(${email}, 255))) and not is_suspect
      order by received_at desc, lead_id
      limit 1`,
  );
  if (!wanted) return;
  const limit = { who: `new link to ${mailboxOf(wanted.mailbox)}`, most: 3 };
  if ((await countMails(db, [limit], DAY_SECONDS)) !== undefined) return;
  await queueMail(db, { leadId: wanted.id, kind: 'new_link' });
}
