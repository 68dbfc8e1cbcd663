import type { Client } from 'pg';
import { createLink } from './one-time-links.ts';

export type StaffRole = 'owner' | 'staff';

/** Adds somebody to the staff, or changes their name and role. @returns the user's id */
export async function addPerson(
  client: Client,
  { name, email, role }: { name: string; email: string; role: StaffRole },
): Promise<string> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into desk_auth.users (email, name) values (lower($1), $2)
       on conflict (email) do update set name = excluded.name
       returning id`,
      [email, name],
    );
    const [{ id }] = rows as [(typeof rows)[0]];
    await client.query('select desk.add_staff($1, $2, $3)', [id, name, role]);
    await client.query('commit');
    return id;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

export type Person = { id: string; name: string; email: string | null; role: StaffRole; active: boolean };

/** Everybody who is or was on the staff. */
export async function listPeople(client: Client): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `select user_id as id, staff.name, email, role, active
     from desk_private.staff left join desk_auth.users on id = user_id
     order by active desc, name`,
  );
  return rows;
}

/** Ends somebody's account: their sessions and keys are gone at once. What they did stays, with their name. */
export async function endPerson(client: Client, email: string): Promise<boolean> {
  const id = await findUser(client, email);
  if (!id) return false;
  // It refuses the last owner.
  await client.query('select desk.end_staff($1)', [id]);
  await client.query('delete from desk_auth.users where id = $1', [id]);
  return true;
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
     from desk_auth.users join desk_private.staff on staff.user_id = users.id
     where staff.role = 'owner' and staff.active
     order by users.created_at`,
  );
  return { id: rows[0]?.id, hasKey: rows.some(({ hasKey }) => hasKey) };
}

/**
 * The token of the link that `npm start` prints. The first one makes the first owner, who has the firm's address. On a
 * trial there is a new link at every start, elsewhere only until an owner has a key.
 */
export async function createStartLink(
  client: Client,
  { isTrial, firmEmail }: { isTrial: boolean; firmEmail: string },
): Promise<string | undefined> {
  await client.query('select desk.set_trial($1)', [isTrial]);
  const { id, hasKey } = await findOwner(client);
  if (hasKey && !isTrial) return undefined;
  const owner = id ?? (await addPerson(client, { name: 'Owner', email: firmEmail, role: 'owner' }));
  return createLink(client, owner);
}
