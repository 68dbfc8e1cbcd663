/** The form that `npm run setup -- --check` sends to see whether leads and mails arrive. */
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/statement.ts';
import { deleteMails } from './person.ts';

/** The submission id that marks the lead of a rehearsal. */
export async function rehearsalId(db: Db): Promise<string> {
  const { rows } = await db.query<{ value: string }>(
    `select value from private.secrets where name = 'submission'`,
  );
  // Made with a secret, so that no visitor's lead can have it.
  const hash = createHash('sha256')
    .update(`rehearsal ${rows[0]?.value ?? ''}`)
    .digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Deletes the lead of a rehearsal, with its mails. It is found by its submission id, which no other lead can have.
 *
 * @returns whether there was one
 * @throws {Error} while the lead's mail is being sent
 */
export async function deleteRehearsal(
  owner: ClientBase,
  outbox: string,
  { olderThanMinutes = 0 } = {},
): Promise<boolean> {
  return inTransaction(owner, async () => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from private.notifications join public.leads on leads.id = lead_id
       where submission_id = $1 and created_at <= now() - make_interval(mins => $2)`,
      [await rehearsalId(owner), olderThanMinutes],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return false;
    await owner.query(`select desk.erase_leads($1, 'command')`, [ids]);
    await deleteMails(outbox, ids);
    return true;
  });
}
