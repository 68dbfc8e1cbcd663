import pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { hashOf } from '#server/desk/sign-in/cookie.ts';
import { addStaff } from '#server/desk/staff.ts';
import { passkeyClaims } from '#support/desk-database.ts';
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
  const claims = JSON.stringify(passkeyClaims(staff));
  const pool = new pg.Pool({ connectionString, max: 4, options: '-c role=authenticated' });
  const routes = openDeskRoutes(connectionString, 4);

  /** Calls a function of the database as the desk's server does: in a transaction with the person's claims. */
  const callFunction: Door = async (name, args) => {
    const places = Object.keys(args).map((key, index) => `${pg.escapeIdentifier(key)} => $${index + 1}`);
    const client = await pool.connect();
    try {
      return await inTransaction(client, async () => {
        await client.query(
          `select set_config('request.jwt.claims', $1, true), set_config('request.headers', '{}', true),
             exists (select from desk_auth.sessions where token_hash = $2)`,
          [claims, hashOf(token)],
        );
        const { rows } = await client.query<{ value: unknown }>(
          `select desk.${name}(${places.join(', ')}) as value`,
          Object.values(args),
        );
        return rows[0]?.value;
      });
    } finally {
      client.release();
    }
  };

  return {
    doors: {
      functions: callFunction,
      routes: (name, args) => routes.call(token, name, args),
    } as Record<string, Door>,
    close: async () => {
      await Promise.all([pool.end(), routes.close()]);
    },
  };
}
