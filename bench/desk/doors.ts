import type pg from 'pg';
import { hashOf } from '#server/desk/sign-in/cookie.ts';
import { addStaff } from '#server/desk/staff.ts';
import { createToken, openDeskRoutes } from '#support/desk-door.ts';

/** A way of making a call of the desk, as somebody who is signed in. @returns the answer */
export type Door = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/**
 * Signs somebody in who may use the desk.
 *
 * @param operator the superuser of a database with the desk
 */
export async function openDoors(operator: pg.Client, connectionString: string) {
  const staff = await addStaff(operator, { name: 'Ann', email: 'ann@firm.example', role: 'owner' });
  const token = createToken();
  await operator.query(
    `insert into desk_auth.sessions (user_id, token_hash, passkey_at)
     select $1, case number when 1 then $2 else number::text end, now() from generate_series(1, 100) as number`,
    [staff, hashOf(token)],
  );
  const routes = openDeskRoutes(connectionString, 4);
  return {
    doors: { routes: (name, args) => routes.call(token, name, args) } as Record<string, Door>,
    close: () => routes.close(),
  };
}
