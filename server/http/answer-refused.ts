import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import { Refused } from '../refused.ts';

/** SQLSTATEs that only the caller's input causes: values that PostgreSQL cannot read, and statements beyond its limits. */
const INPUT_ERROR = /^(?:22|54)/;

/** The status in the SQLSTATE of a refusal by an SQL function, such as PT423 of `desk.erase_leads`. */
const REFUSAL = /^PT(4\d\d)$/;

function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code = '', hint = '', message, detail } = error;
  const [, status] = REFUSAL.exec(code) ?? [];
  if (status) return new Refused(Number(status) as ContentfulStatusCode, hint, message, detail);
  return INPUT_ERROR.test(code)
    ? new Refused(400, '', 'The database cannot read one of the values.')
    : undefined;
}

/** The response to a call that was refused; undefined if the error has another cause. */
export function answerRefused(c: Context, error: unknown): Response | undefined {
  const refusal = refusalOf(error);
  if (!refusal) return undefined;
  c.set('refusal', refusal.hint || String(refusal.status));
  if (refusal.status === 429 || refusal.status === 503) c.header('retry-after', String(refusal.detail));
  return c.json(refusal.body, refusal.status);
}
