import type { Client } from 'pg';
import * as z from 'zod';
import { writeEvent } from '../cases/events.ts';
import type { StaffRole } from '../database/codes.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { execute, firstRowOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { refuseUnless } from '../refused.ts';
import { createLinkToken } from './sign-in/links.ts';
import { hasKey } from './sign-in/sessions.ts';

export const NOT_ON_STAFF = 'This person is no longer on the staff. Load the page again.';

const idSchema = z.object({ id: z.string() });

/**
 * Puts an account on the staff, or changes its name and role.
 *
 * @param by the owner who does it; null for a command
 * @throws {Error} with the code PT422 if the last owner would become staff (`desk.keep_an_owner`)
 */
export async function putOnStaff(
  db: Db,
  { id, name, role }: { id: string; name: string; role: StaffRole },
  by: string | null = null,
): Promise<void> {
  const trimmed = name.trim();
  refuseUnless(trimmed.length >= 1 && trimmed.length <= 100, 'name', 'Give a name of up to 100 characters.');
  await execute(
    db,
    sql`
      insert into desk.staff (user_id, name, role) values (${id}, ${trimmed}, ${role})
      on conflict (user_id) do update set name = excluded.name, role = excluded.role, active = true`,
  );
  await writeEvent(db, { actor: by, leadId: null, kind: 'staff_added', facts: { user_id: id, role } });
}

/**
 * Takes somebody off the staff and deletes their account with its sessions, keys and links: their requests are refused
 * at once, and their open cases are free again. What they did stays recorded.
 *
 * @param by the owner who does it
 * @throws {Refused} 422 if this is nobody of the staff
 * @throws {Error} with the code PT422 if this is the last owner (`desk.keep_an_owner`)
 */
export async function takeOffStaff(db: Db, id: string, by: string | null = null): Promise<void> {
  // First, as whoever adds somebody locks their account first too: in another order, the two could deadlock.
  await execute(db, sql`delete from desk_auth.users where id = ${id}`);
  const ended = await execute(
    db,
    sql`update desk.staff set active = false, feed_hash = null, feed_made_at = null where user_id = ${id} and active`,
  );
  refuseUnless(ended > 0, 'user_id', NOT_ON_STAFF);
  await execute(
    db,
    sql`
      with released as (
        update desk.cases set assignee = null, version = version + 1, changed_at = clock_timestamp()
        where assignee = ${id} and stage <> 'closed'
        returning lead_id
      )
      insert into desk.events (actor, lead_id, kind) select ${by}::uuid, lead_id, 'released' from released`,
  );
  await writeEvent(db, { actor: by, leadId: null, kind: 'staff_ended', facts: { user_id: id } });
}

type NewMember = { name: string; email: string; role: StaffRole };

/**
 * Makes an account and puts it on the staff, or changes the name and role of the one with this address.
 *
 * @param by the owner who does it; null for a command
 * @returns the user's id
 */
export async function addMember(
  db: Db,
  { name, email, role }: NewMember,
  by: string | null = null,
): Promise<string> {
  const { id } = await rowOf(
    db,
    idSchema,
    sql`
      insert into desk_auth.users (email, name) values (lower(${email}), ${name.trim()})
      on conflict (email) do update set name = excluded.name
      returning id`,
  );
  await putOnStaff(db, { id, name, role }, by);
  return id;
}

/** The same, in a transaction of its own. */
export const addStaff = (client: Client, member: NewMember): Promise<string> =>
  inTransaction(client, () => addMember(client, member));

export async function findUser(client: Client, email: string): Promise<string | undefined> {
  const user = await firstRowOf(
    client,
    idSchema,
    sql`select id from desk_auth.users where email = lower(${email})`,
  );
  return user?.id;
}

/**
 * Sets whether a one-time link alone is enough to sign in. Only for a trial of the desk, which can be reached only from
 * the operator's own machine.
 */
export const setTrial = (db: Db, isAllowed: boolean) =>
  execute(db, sql`update desk.settings set allows_trial = ${isAllowed} where allows_trial <> ${isAllowed}`);

/** The active owners, the one who was added first at the start, and whether each has a key. */
const listOwners = (client: Client) =>
  rowsOf(
    client,
    z.object({ id: z.string(), has_key: z.boolean() }),
    sql`
      select users.id, ${hasKey(sql`users.id`)} as has_key
      from desk_auth.users join desk.staff on staff.user_id = users.id
      where staff.role = 'owner' and staff.active
      order by users.created_at, users.id`,
  );

/**
 * Creates the token of the link that `npm start` prints. If there is no owner, adds one with the firm's e-mail address.
 * On a trial (without DESK_URL), every start creates a new token; otherwise only while no owner has a key.
 */
export async function createStartLinkToken(
  client: Client,
  { isTrial, firmEmail }: { isTrial: boolean; firmEmail: string },
): Promise<string | undefined> {
  await setTrial(client, isTrial);
  const owners = await listOwners(client);
  if (!isTrial && owners.some(({ has_key }) => has_key)) return undefined;
  const owner = owners[0]?.id ?? (await addStaff(client, { name: 'Owner', email: firmEmail, role: 'owner' }));
  return createLinkToken(client, owner);
}
