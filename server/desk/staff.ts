import type { Client } from 'pg';
import * as z from 'zod';
import { writeEvent } from '../cases/events.ts';
import { STAFF_ROLES, type StaffRole } from '../database/codes.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { execute, exists, firstRowOf, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { createLinkToken } from './sign-in/links.ts';
import { hasKey } from './sign-in/sessions.ts';

const idSchema = z.object({ id: z.string() });

const role = code(STAFF_ROLES, 'A role is owner or staff.');

/**
 * Locks the staff, because no owner would be left if the last two left, or became staff, at the same time. An account is
 * locked before this: in another order, two commands could deadlock.
 */
const lockStaff = (db: Db) => execute(db, sql`lock table desk.staff in share row exclusive mode`);

const hasOtherOwner = (db: Db, userId: string) =>
  exists(db, sql`select from desk.staff where user_id <> ${userId} and active and role = 'owner'`);

/**
 * Puts an account on the staff, or changes its name and role.
 *
 * @throws {Refused} 422 if the name is not right, or if the last owner would become staff
 */
export async function putOnStaff(
  db: Db,
  { id, name, role }: { id: string; name: string; role: StaffRole },
): Promise<void> {
  const trimmed = name.trim();
  refuseUnless(trimmed.length >= 1 && trimmed.length <= 100, 'name', 'Give a name of up to 100 characters.');
  await lockStaff(db);
  const isOwner = await exists(
    db,
    sql`select from desk.staff where user_id = ${id} and active and role = 'owner'`,
  );
  refuseUnless(
    role === 'owner' || !isOwner || (await hasOtherOwner(db, id)),
    'role',
    'The last owner stays an owner: add another one first.',
  );
  await execute(
    db,
    sql`
      insert into desk.staff (user_id, name, role) values (${id}, ${trimmed}, ${role})
      on conflict (user_id) do update set name = excluded.name, role = excluded.role, active = true`,
  );
  await writeEvent(db, { actor: null, leadId: null, kind: 'staff_added', facts: { user_id: id, role } });
}

/**
 * Takes somebody off the staff: their requests are refused at once, and their open cases are unassigned.
 *
 * @throws {Refused} 422 if this is nobody of the staff, or the last owner
 */
export async function takeOffStaff(db: Db, id: string): Promise<void> {
  await lockStaff(db);
  refuseUnless(
    await exists(db, sql`select from desk.staff where user_id = ${id} and active`),
    'user_id',
    'This person is not on the team. Choose somebody else.',
  );
  refuseUnless(await hasOtherOwner(db, id), 'user_id', 'The last owner stays: add another one first.');
  await execute(
    db,
    sql`update desk.staff set active = false, feed_hash = null, feed_made_at = null where user_id = ${id}`,
  );
  await execute(
    db,
    sql`
      with released as (
        update desk.cases set assignee = null, version = version + 1, changed_at = clock_timestamp()
        where assignee = ${id} and stage <> 'closed'
        returning lead_id
      )
      insert into desk.events (lead_id, kind) select lead_id, 'released' from released`,
  );
  await writeEvent(db, { actor: null, leadId: null, kind: 'staff_ended', facts: { user_id: id } });
}

/** Adds somebody to the staff (the users of the desk), or changes their name and role. @returns the user's id */
export function addStaff(
  client: Client,
  { name, email, role }: { name: string; email: string; role: StaffRole },
): Promise<string> {
  return inTransaction(client, async () => {
    const { id } = await rowOf(
      client,
      idSchema,
      sql`
        insert into desk_auth.users (email, name) values (lower(${email}), ${name})
        on conflict (email) do update set name = excluded.name
        returning id`,
    );
    await putOnStaff(client, { id, name, role });
    return id;
  });
}

/** Lists everybody who is or was on the staff. */
export const listStaff = (client: Client) =>
  rowsOf(
    client,
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      role,
      active: z.boolean(),
    }),
    sql`
      select user_id as id, staff.name, email, role, active
      from desk.staff left join desk_auth.users on id = user_id
      order by active desc, name`,
  );

/** Deletes an account with its sessions and keys. What the person did stays recorded. @returns whether it existed */
export function endStaff(client: Client, email: string): Promise<boolean> {
  return inTransaction(client, async () => {
    const user = await firstRowOf(
      client,
      idSchema,
      sql`delete from desk_auth.users where email = lower(${email}) returning id`,
    );
    if (!user) return false;
    await takeOffStaff(client, user.id);
    return true;
  });
}

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
      order by users.created_at`,
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
