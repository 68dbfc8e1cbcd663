import { Hono, type Context } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { adopt } from '../cases/adopt.ts';
import { changeLead, type Change } from '../cases/change.ts';
import { hold } from '../cases/hold.ts';
import { readLead } from '../cases/lead.ts';
import { describeMe, type Member } from '../cases/members.ts';
import type { Db } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { json, uuid } from '../http/json.ts';

type Dependencies = {
  /** Connections with the desk's role. */
  pool: pg.Pool;
  /** Who has sent the request. @throws {Refused} 403 for anybody who may not work at the desk */
  requireMember: (db: Db, c: Context) => Promise<Member>;
};

/**
 * What staff read and do: `POST /api/{call}` with the arguments as JSON. The type of these routes is the contract with the
 * desk's app. Each call is one transaction, which begins with the question who has sent it.
 */
export function workRoutes({ pool, requireMember }: Dependencies) {
  const asMember = <T>(c: Context, work: (db: Db, me: Member) => Promise<T>): Promise<T> =>
    transact(pool, async (db) => work(db, await requireMember(db, c)));

  const change = <Schema extends z.ZodType<{ lead_id: string; request_id: string; version?: number }>>(
    c: Context,
    kind: Change<Schema>,
    given: z.output<Schema>,
  ) => asMember(c, (db, me) => changeLead(db, me, kind, given));

  return new Hono()
    .post('/me', async (c) => c.json(await asMember(c, describeMe)))
    .post('/lead', json(z.object({ lead_id: uuid })), async (c) => {
      const { lead_id } = c.req.valid('json');
      const lead = await asMember(c, async (db) => {
        await adopt(db, [lead_id]);
        return readLead(db, lead_id);
      });
      return c.json(lead);
    })
    .post('/hold', json(hold.given), async (c) => c.json(await change(c, hold, c.req.valid('json'))));
}

/** The contract with the desk's app. */
export type WorkRoutes = ReturnType<typeof workRoutes>;
