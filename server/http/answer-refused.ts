import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import { Refused } from '../refused.ts';

/** SQLSTATEs that only the caller's input causes: values that PostgreSQL cannot read, and statements beyond its limits. */
const INPUT_ERROR = /^(?:22|54)/;

/** The status in the SQLSTATE of a refusal by an SQL function, such as PT423 of `private.erase_leads`. */
const REFUSAL = /^PT(4\d\d)$/;

/** The response to a call that was refused; undefined if the error has another cause. */
export function answerRefused(c: Context, error: unknown): Response | undefined {
  if (error instanceof Refused) {
    if (error.status === 429) c.header('retry-after', String(error.detail));
    return c.json(error.body, error.status);
  }
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const [, status] = REFUSAL.exec(error.code ?? '') ?? [];
  if (status) {
    const body = { hint: error.hint ?? '', message: error.message };
    return c.json(body, Number(status) as ContentfulStatusCode);
  }
  if (INPUT_ERROR.test(error.code ?? '')) {
    return c.json({ hint: '', message: 'The database cannot read one of the values.' }, 400);
  }
  return undefined;
}
