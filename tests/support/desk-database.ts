import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { StaffRole } from '#server/cases/codes.ts';
import { hashOf } from '#server/desk/sign-in/cookie.ts';
import { putOnStaff } from '#server/desk/staff.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Lead } from '../../desk/src/api/types.ts';
import { createTestDatabase } from './test-database.ts';
import { insertLead, type AnyRow } from './insert-test-lead.ts';
import { CHAT_LEAD } from './sample-leads.ts';
import { openPool } from './app-with-database.ts';
import { createToken, DOOR, openDeskRoutes, RouteRefusal } from './desk-door.ts';

/** The error of a refused call, with the fields of PostgREST's response to it. */
type Refusal = { code: string; hint: string | undefined; detail?: string; message: string };

type Arguments = Record<string, unknown>;

/** The access token's claims for somebody who has signed in with a passkey, by default just now. */
export const passkeyClaims = (userId: string, secondsAgo = 0) => ({
  sub: userId,
  role: 'authenticated',
  aal: 'aal1',
  email: 'somebody@firm.example',
  amr: [{ method: 'passkey', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
});

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** The day in Europe/London, whose days the database counts, this number of days from today. */
export function londonDay(days: number): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London' }).format();
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Creates a migrated test database, with an owner and another member of staff who may use the desk. */
export async function openDeskDatabase() {
  const database = await createTestDatabase();
  const { admin } = database;
  const pool = openPool(database, 'authenticated', 20);
  const routes = DOOR === 'routes' ? openDeskRoutes(database.url) : undefined;
  const anon = await database.connectAs('anon');
  await admin.query('update private.lead_limits set per_minute = null');

  /** The token of each person's session, by their id. */
  const tokens = new Map<string, string>();

  /** Adds an account that is not on the staff. @returns its id */
  async function addUser(name: string): Promise<string> {
    const id = randomUUID();
    await admin.query('insert into desk_auth.users (id, email, name) values ($1, $2, $3)', [
      id,
      `${id}@firm.example`,
      name,
    ]);
    return id;
  }

  /** Opens a session. @param ways how many hours ago the person signed in in each way. @returns its token */
  async function openSession(
    userId: string,
    ways: Partial<Record<'code' | 'passkey' | 'app' | 'trial', number>>,
  ): Promise<string> {
    const token = createToken();
    const { code = null, passkey = null, app = null, trial = null } = ways;
    await admin.query(
      `insert into desk_auth.sessions (user_id, token_hash, code_at, passkey_at, app_at, trial_at)
       select $1, $2, now() - $3 * hour, now() - $4 * hour, now() - $5 * hour, now() - $6 * hour
       from (select interval '1 hour' as hour) as one`,
      [userId, hashOf(token), code, passkey, app, trial],
    );
    return token;
  }

  /** Runs a statement as a request does, in a transaction that has the session's claims. */
  async function queryWith(claims: unknown, statement: string, values: unknown[] = []) {
    const client = await pool.connect();
    try {
      return await inTransaction(client, async () => {
        await client.query(`select set_config('request.jwt.claims', $1, true)`, [
          typeof claims === 'string' ? claims : JSON.stringify(claims),
        ]);
        return client.query<{ value: unknown }>(statement, values);
      });
    } finally {
      client.release();
    }
  }

  /** Calls the desk by the door that `desk-door.ts` has chosen. */
  async function callWith<T>(claims: unknown, name: string, given: Arguments = {}): Promise<T> {
    if (routes) {
      const { sub } = claims as { sub?: string };
      return (await routes.call(tokens.get(sub ?? ''), name, given)) as T;
    }
    const places = Object.keys(given).map((key, index) => `${pg.escapeIdentifier(key)} => $${index + 1}`);
    const statement = `select desk.${name}(${places.join(', ')}) as value`;
    const { rows } = await queryWith(claims, statement, Object.values(given));
    return rows[0]?.value as T;
  }

  async function addStaff(name: string, role: StaffRole = 'staff') {
    const id = await addUser(name);
    await inTransaction(admin, () => putOnStaff(admin, { id, name, role }));
    tokens.set(id, await openSession(id, { passkey: 0 }));
    const claims = passkeyClaims(id);
    const call = <T = Lead>(fn: string, given?: Arguments) => callWith<T>(claims, fn, given);
    return {
      id,
      name,
      call,
      /** Calls the function. @returns the refusal, or 'done' */
      attempt: (fn: string, given?: Arguments) => refusalOf(call(fn, given)),
      lead: (leadId: string) => call('lead', { lead_id: leadId }),
      /** Calls a writing function with the lead's latest version. */
      async write<T = Lead>(fn: string, leadId: string, given: Arguments = {}) {
        return call<T>(fn, await withVersion(leadId, given));
      },
      async attemptWrite(fn: string, leadId: string, given: Arguments = {}) {
        return refusalOf(call(fn, await withVersion(leadId, given)));
      },
    };
    async function withVersion(leadId: string, given: Arguments) {
      const { version } = await call('lead', { lead_id: leadId });
      return { lead_id: leadId, version, request_id: randomUUID(), ...given };
    }
  }

  /**
   * Stores a lead with these columns. Without a `source`, the other columns are those of a sample chat message.
   *
   * @returns the lead's id
   */
  async function addLead(row: AnyRow = {}, headers: Record<string, string> = {}): Promise<string> {
    await insertLead(anon, row.source ? row : { ...CHAT_LEAD, ...row }, randomUUID(), headers);
    const { rows } = await admin.query<{ id: string }>(
      'select id from public.leads order by created_at desc limit 1',
    );
    return (rows as [{ id: string }])[0].id;
  }

  /** Counts the rows that match a regular expression, by table. Tables without such a row are left out. */
  async function countRows(pattern: string): Promise<Record<string, number>> {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'desk_private') order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const sql = `select from ${name} as t where to_jsonb(t)::text ~* $1`;
      const { rowCount } = await admin.query(sql, [pattern]);
      if (rowCount) counts[name] = rowCount;
    }
    return counts;
  }

  return {
    database,
    admin,
    countRows,
    queryWith,
    callWith,
    addUser,
    openSession,
    addStaff,
    addLead,
    owner: await addStaff('Ann Owner', 'owner'),
    staff: await addStaff('Bob Staff'),
    close: async () => {
      await pool.end();
      await routes?.close();
      await database.drop();
    },
  };
}

export type DeskDatabase = Awaited<ReturnType<typeof openDeskDatabase>>;

/** The refusal of a call with an invalid argument, which the hint names. */
export const refused = (hint: string) => ({ code: 'PT422', hint });

/** @returns the refusal of a call, or 'done' */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal | 'done'> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof pg.DatabaseError || error instanceof RouteRefusal)) throw error;
    const { code = '', hint, detail, message } = error;
    return { code, hint, ...(detail !== undefined && { detail }), message };
  }
}
