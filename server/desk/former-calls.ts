import { Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { execute, sql } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { callExpression, readArguments, toRefusal } from '../http/rpc.ts';
import { Refused } from '../refused.ts';
import { DESK_FUNCTIONS } from './callable-functions.ts';
import type { RequireMember } from './sign-in/require-member.ts';

type Dependencies = {
  /** Connections with the role `authenticated`. */
  pool: pg.Pool;
  requireMember: RequireMember;
  /** Called with the erased leads' ids after `erase`, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
};

const erasedSchema = z.object({ lead_ids: z.array(z.uuid()) });

/**
 * The calls that are still functions of the database: `POST /{function}`, with the arguments by name. Each function reads
 * in `request.jwt.claims` who calls it.
 */
export function formerCalls({ pool, requireMember, onErased }: Dependencies) {
  return new Hono().post('/:name', async (c, next) => {
    const name = c.req.param('name');
    if (!DESK_FUNCTIONS.has(name)) return next();
    const readMember = requireMember(c);
    const value = await transact(pool, async (db) => {
      const { id, email, trial, signed_in_at } = await readMember(db);
      const body = await readArguments(c);
      if ('error' in body) throw new Refused(400, 'body', body.error.message);
      const names = Object.keys(body.given);
      const call = callExpression(`desk.${name}`, body.given);
      if (!call) throw new Refused(404, '', 'There is no such call.');
      const claims = {
        sub: id,
        email,
        aal: 'aal1',
        amr: [{ method: trial ? 'trial' : 'passkey', timestamp: Date.parse(signed_in_at) / 1000 }],
      };
      await execute(db, sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`);
      const { rows } = await db
        .query<{ value: string | null }>(`select ${call.text}::text as value`, call.values)
        .catch((error: unknown) => {
          const refusal = toRefusal(error, `desk.${name}`, names);
          if (!refusal) throw error;
          const [status, { hint, message, details }] = refusal;
          const isLead = status === 409 && details?.startsWith('{');
          throw new Refused(
            status,
            hint ?? '',
            message,
            isLead ? (JSON.parse(details ?? 'null') as unknown) : (details ?? undefined),
          );
        });
      return rows[0]?.value ?? 'null';
    });
    if (name === 'erase') await onErased(erasedSchema.parse(JSON.parse(value)).lead_ids);
    return c.body(value, 200, { 'content-type': 'application/json; charset=utf-8' });
  });
}
