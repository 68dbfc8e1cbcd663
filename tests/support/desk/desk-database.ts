import { randomUUID } from 'node:crypto';
import type { StaffRole } from '#server/database/codes.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { hashOf } from '#server/desk/sign-in/cookie.ts';
import { putOnStaff } from '#server/desk/staff.ts';
import type { Lead } from '#desk/api/types.ts';
import { createToken, openDeskRoutes, RouteRefusal } from './desk-door.ts';
import { OFFER_DETAILS } from './offer-details.ts';
import { insertLead, type AnyRow } from '../leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../leads/sample-leads.ts';
import { createTestDatabase } from '../database/test-database.ts';

/** A refused call. The code is PT and the status. */
type Refusal = { code: string; hint: string | undefined; detail?: string; message: string };

type Arguments = Record<string, unknown>;

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** The day in Europe/London, whose days the database counts, this number of days from today. */
export function londonDay(days: number): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London' }).format();
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The arguments of an offer that is made, with changes. */
export const offerTerms = (changes: Arguments = {}) => ({
  amount: 150_000,
  market_value: 170_000,
  basis: 'home_report',
  conditions: null,
  valid_until: londonDay(9),
  funds: 'own',
  details: OFFER_DETAILS,
  next_action: 'call',
  next_at: inAnHour(),
  ...changes,
});

/**
 * Creates a migrated test database, with an owner and another member of staff who may use the desk. It is dropped at the
 * end of the test, or of the test file.
 */
export async function openDeskDatabase() {
  const database = await createTestDatabase();
  const { admin } = database;
  const routes = openDeskRoutes(database.url);
  const anon = await database.connectAs('anon');
  await admin.query('update private.lead_limits set per_minute = null');

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

  async function addStaff(name: string, role: StaffRole = 'staff') {
    const id = await addUser(name);
    await inTransaction(admin, () => putOnStaff(admin, { id, name, role }));
    const token = await openSession(id, { passkey: 0 });
    const call = <T = Lead>(fn: string, given: Arguments = {}) => routes.call(token, fn, given) as Promise<T>;
    return {
      id,
      name,
      call,
      /** Calls the function. @returns the refusal, or 'done' */
      attempt: (fn: string, given?: Arguments) => refusalOf(call(fn, given)),
      lead: (leadId: string) => call('lead', { lead_id: leadId }),
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
       where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'desk') order by 1`,
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
    /** Connections with the desk's role. */
    pool: routes.pool,
    countRows,
    openSession,
    addStaff,
    addLead,
    owner: await addStaff('Ann Owner', 'owner'),
    staff: await addStaff('Bob Staff'),
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
    if (!(error instanceof RouteRefusal)) throw error;
    const { code, hint, detail, message } = error;
    return { code, hint, ...(detail !== undefined && { detail }), message };
  }
}
