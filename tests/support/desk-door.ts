import { Hono } from 'hono';
import pg from 'pg';
import * as z from 'zod';
import type { Member } from '#server/cases/members.ts';
import { STAFF_ROLES } from '#server/cases/codes.ts';
import { firstRowOf, sql } from '#server/database/statement.ts';
import { TEXT_TYPES } from '#server/database/text-types.ts';
import { answerRefused } from '#server/http/answer-refused.ts';
import { code } from '#server/http/json.ts';
import { Refused } from '#server/refused.ts';
import { workRoutes } from '#server/desk/work-routes.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

/** A refusal by a route, with the fields of the database's errors. */
export class RouteRefusal extends Error {
  readonly code: string;
  readonly hint: string;
  readonly detail: string | undefined;

  constructor(status: number, body: { hint: string; message: string; detail?: unknown }) {
    super(body.message);
    this.code = `PT${status}`;
    this.hint = body.hint;
    this.detail = body.detail === undefined ? undefined : JSON.stringify(body.detail);
  }
}

const memberSchema = z.object({ id: z.string(), name: z.string(), role: code(STAFF_ROLES, '') });

/** A member of staff as the routes know them, signed in just now. */
export function signedIn(member: z.infer<typeof memberSchema>): Member {
  const at = new Date().toISOString();
  return { ...member, email: 'somebody@firm.example', trial: false, signed_in_at: at, signed_in_until: at };
}

/** Opens the routes on a database. The id of the member of staff is in a header in place of a session. */
export function openDeskRoutes(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    options: '-c role=desk -c timezone=UTC',
    types: TEXT_TYPES,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const erased: string[] = [];
  const app = new Hono().route(
    '/api',
    workRoutes({
      pool,
      onErased: (leadIds) => {
        erased.push(...leadIds);
        return Promise.resolve();
      },
      async requireMember(db, c) {
        const member = await firstRowOf(
          db,
          memberSchema,
          sql`select user_id as id, name, role from desk.staff where user_id = ${c.req.header('x-member')} and active`,
        );
        if (!member) throw new Refused(403, 'not_staff', 'This account is not on the staff.');
        return signedIn(member);
      },
    }),
  );
  app.onError((error, c) => {
    const refused = answerRefused(c, error);
    if (refused) return refused;
    console.error(error);
    return c.json({ hint: '', message: error.message }, 500);
  });
  return {
    pool,
    /** The ids that the routes have given to `onErased`. */
    erased,
    async call(memberId: string, name: string, given: Record<string, unknown>): Promise<unknown> {
      const response = await app.request(`/api/${name}`, {
        method: 'POST',
        headers: { 'x-member': memberId },
        body: JSON.stringify(given),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as unknown;
      const body = (text.startsWith('{') ? JSON.parse(text) : { hint: '', message: text }) as {
        hint: string;
        message: string;
      };
      throw new RouteRefusal(response.status, body);
    },
    close: () => pool.end(),
  };
}
