import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { passkeyClaims } from '#support/desk-database.ts';

/** A way of making a call of the desk, as somebody who is signed in. @returns the answer */
export type Door = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/**
 * Signs somebody in who may use the desk.
 *
 * @param operator the superuser of a database with the desk
 */
export async function openDoors(operator: pg.Client, connectionString: string) {
  const staff = randomUUID();
  await operator.query(`select desk.add_staff($1, 'Ann', 'owner')`, [staff]);
  await operator.query(
    `insert into desk_auth.users (id, email, name) values ($1, 'ann@firm.example', 'Ann')`,
    [staff],
  );
  const { rows } = await operator.query<{ id: string }>(
    `insert into desk_auth.sessions (user_id, amr) select $1, '[]' from generate_series(1, 100) returning id`,
    [staff],
  );
  const claims = JSON.stringify(passkeyClaims(staff));
  const session = [rows[0]?.id, staff];
  const pool = new pg.Pool({ connectionString, max: 4, options: '-c role=authenticated' });

  const SET_CLAIMS = `select set_config('request.jwt.claims', $1, true), set_config('request.headers', '{}', true)`;
  const CHECK_SESSION = 'desk_auth.is_session_open($2, $3)';

  /** Calls a function of the database as the desk's server does: in a transaction with the person's claims. */
  const callFunction =
    (checksSession: boolean): Door =>
    async (name, args) => {
      const places = Object.keys(args).map((key, index) => `${pg.escapeIdentifier(key)} => $${index + 1}`);
      const client = await pool.connect();
      try {
        return await inTransaction(client, async () => {
          await (checksSession
            ? client.query(`${SET_CLAIMS}, ${CHECK_SESSION}`, [claims, ...session])
            : client.query(SET_CLAIMS, [claims]));
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
      functions: callFunction(true),
      'functions-without-session-check': callFunction(false),
    } as Record<string, Door>,
    close: () => pool.end(),
  };
}
