import type { Client } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import type { StaffRole } from '../cases/codes.ts';
import { createLinkToken } from './one-time-links.ts';

/** Adds somebody to the staff (the users of the desk), or changes their name and role. @returns the user's id */
export function addStaff(
  client: Client,
  { name, email, role }: { name: string; email: string; role: StaffRole },
): Promise<string> {
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ id: string }>(
      `insert into desk_auth.users (email, name) values (lower($1), $2)
       on conflict (email) do update set name = excluded.name
       returning id`,
      [email, name],
    );
    const [{ id }] = rows as [(typeof rows)[0]];
    await client.query('select desk.add_staff($1, $2, $3)', [id, name, role]);
    return id;
  });
}

export type StaffMember = {
  id: string;
  name: string;
  email: string | null;
  role: StaffRole;
  active: boolean;
};

/** Lists everybody who is or was on the staff. */
export async function listStaff(client: Client): Promise<StaffMember[]> {
  const { rows } = await client.query<StaffMember>(
    `select user_id as id, staff.name, email, role, active
     from desk.staff left join desk_auth.users on id = user_id
     order by active desc, name`,
  );
  return rows;
}

/** Deletes an account with its sessions and keys. What the person did stays recorded. @returns whether it existed */
export function endStaff(client: Client, email: string): Promise<boolean> {
  return inTransaction(client, async () => {
    // The account is locked first, as in `addStaff`: in different orders, the two functions could deadlock.
    const { rows } = await client.query<{ id: string }>(
      'delete from desk_auth.users where email = lower($1) returning id',
      [email],
    );
    const [user] = rows;
    if (!user) return false;
    // Fails for the last owner.
    await client.query('select desk.end_staff($1)', [user.id]);
    return true;
  });
}

export async function findUser(client: Client, email: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'select id from desk_auth.users where email = lower($1)',
    [email],
  );
  return rows[0]?.id;
}

/** The owner who was added first, and whether any owner has a key. */
async function findOwner(client: Client): Promise<{ id: string | undefined; hasKey: boolean }> {
  const { rows } = await client.query<{ id: string; hasKey: boolean }>(
    `select users.id, exists (select from desk_auth.passkeys where user_id = users.id)
       or exists (select from desk_auth.factors where user_id = users.id and is_verified) as "hasKey"
     from desk_auth.users join desk.staff on staff.user_id = users.id
     where staff.role = 'owner' and staff.active
     order by users.created_at`,
  );
  return { id: rows[0]?.id, hasKey: rows.some(({ hasKey }) => hasKey) };
}

/**
 * Creates the token of the link that `npm start` prints. If there is no owner, adds one with the firm's e-mail address.
 * On a trial (without DESK_URL), every start creates a new token; otherwise only while no owner has a key.
 */
export async function createStartLinkToken(
  client: Client,
  { isTrial, firmEmail }: { isTrial: boolean; firmEmail: string },
): Promise<string | undefined> {
  await client.query('select desk.set_trial($1)', [isTrial]);
  const { id, hasKey } = await findOwner(client);
  if (hasKey && !isTrial) return undefined;
  const owner = id ?? (await addStaff(client, { name: 'Owner', email: firmEmail, role: 'owner' }));
  return createLinkToken(client, owner);
}
