import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { adopt } from '../cases/adopt.ts';
import type { Db } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { answerRefused } from '../http/answer-refused.ts';
import type { CallLimit } from '../http/call-limit.ts';
import { json, text, uuid } from '../http/json.ts';
import { limitBody } from '../http/limit-body.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { Refused } from '../refused.ts';
import { answerOffer } from './answer.ts';
import { askForCall } from './call.ts';
import { changeEnquiry, key, type SellersChange } from './changes.ts';
import { correctContact } from './contact-details.ts';
import { readEnquiry, type Enquiry } from './enquiry.ts';
import { eraseEnquiry, wasErasedBy } from './erase.ts';
import { openEnquiry, type Opened } from './keys.ts';
import { limitCaller } from './limits.ts';
import { write } from './message.ts';
import { mailNewLink } from './new-link.ts';
import { endShare, share } from './shares.ts';
import { stop } from './stop.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The IP address of a caller of the seller's page; undefined if it is unknown. */
    clientIp?: string | undefined;
  }
}

export type SellerCalls = {
  /** Connections with the role of the seller's page, which sees only what the caller's key opens. */
  pool: pg.Pool;
  /** Connections with the desk's role, which makes missing cases and finds the enquiry of a mailbox. */
  deskPool: pg.Pool;
  /** How many calls one sender may make in a minute; undefined for no limit. */
  callsPerMinute: number | undefined;
  /** Limits how many calls one IP address may make, right or wrong. The database has lower limits for the right ones. */
  limit: CallLimit;
  /** Called with the lead's id after a seller has erased it, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  /** Called after a call that the firm may have to be mailed about. */
  onAsked: () => void;
};

type Dependencies = SellerCalls & {
  findClientIp: (c: Context) => string | undefined;
  siteUrl: string;
};

/**
 * How many calls run at once, and how many more wait. Leads use the same database, so these calls must leave most of its
 * time free.
 */
const CALLS_AT_ONCE = { running: 4, waiting: 100 };

/** Always the same answer, whether the key is unknown, ended, malformed, or a read-only key that is to write. */
const noSuchLink = () => new Refused(404, 'no_such_link', 'This link no longer works.');

/** `POST /enquiry/{call}` with the arguments as JSON. The type of these routes is the contract with the seller's page. */
function enquiryCalls({ pool, deskPool, callsPerMinute, onErased, onAsked }: SellerCalls) {
  const runLimited = limitConcurrency(CALLS_AT_ONCE);

  /** Runs the work of a call as one transaction. */
  async function run<T>(work: (db: Db) => Promise<T>, from = pool): Promise<T> {
    const done = await runLimited(async () => ({ result: await transact(from, work) }));
    if (done) return done.result;
    throw new Refused(503, 'busy', 'Please try again in a few seconds.', BUSY_SECONDS);
  }

  const adoptCases = (leadIds: readonly string[]) => transact(deskPool, (db) => adopt(db, leadIds));

  /** @returns what the key opens. It is not thrown that a key is refused, so that the call stays counted. */
  async function open(db: Db, c: Context, given: unknown, isWrite: boolean): Promise<Opened | undefined> {
    if (callsPerMinute !== undefined) {
      await limitCaller(db, c.get('clientIp'), { what: 'seller', most: callsPerMinute, seconds: 60 });
    }
    return openEnquiry(db, given, { isWrite, adoptCases });
  }

  async function change<Schema extends z.ZodType<{ key: string; request_id: string }>>(
    c: Context,
    kind: SellersChange<Schema>,
    given: z.output<Schema>,
  ): Promise<Enquiry> {
    const enquiry = await run(async (db) => {
      const opened = await open(db, c, given.key, true);
      if (!opened) return undefined;
      await changeEnquiry(db, opened, kind, given);
      return readEnquiry(db, opened);
    });
    if (!enquiry) throw noSuchLink();
    if (kind.mailsFirm) onAsked();
    return enquiry;
  }

  return new Hono()
    .post('/enquiry', json(z.object({ key })), async (c) => {
      const enquiry = await run(async (db) => {
        const opened = await open(db, c, c.req.valid('json').key, false);
        return opened && readEnquiry(db, opened);
      });
      if (!enquiry) throw noSuchLink();
      return c.json(enquiry);
    })
    .post('/answer_offer', json(answerOffer.given), async (c) =>
      c.json(await change(c, answerOffer, c.req.valid('json'))),
    )
    .post('/ask_for_call', json(askForCall.given), async (c) =>
      c.json(await change(c, askForCall, c.req.valid('json'))),
    )
    .post('/correct_contact', json(correctContact.given), async (c) =>
      c.json(await change(c, correctContact, c.req.valid('json'))),
    )
    .post('/end_share', json(endShare.given), async (c) =>
      c.json(await change(c, endShare, c.req.valid('json'))),
    )
    .post('/share', json(share.given), async (c) => c.json(await change(c, share, c.req.valid('json'))))
    .post('/stop', json(stop.given), async (c) => c.json(await change(c, stop, c.req.valid('json'))))
    .post('/write', json(write.given), async (c) => c.json(await change(c, write, c.req.valid('json'))))
    .post('/erase', json(z.object({ key, request_id: uuid })), async (c) => {
      const { key: given, request_id } = c.req.valid('json');
      const done = await run(async (db) => {
        const opened = await open(db, c, given, true);
        if (opened) return { leadId: await eraseEnquiry(db, opened, request_id) };
        return (await wasErasedBy(db, request_id)) ? { leadId: null } : undefined;
      });
      if (!done) throw noSuchLink();
      if (done.leadId !== null) await onErased([done.leadId]);
      return c.json({ erased: true });
    })
    .post('/send_new_link', json(z.object({ email: text.nullish() })), async (c) => {
      const { email = null } = c.req.valid('json');
      await run(async (db) => {
        if (callsPerMinute !== undefined) {
          await limitCaller(db, c.get('clientIp'), { what: 'new link', most: 3, seconds: 3600 });
        }
        await mailNewLink(db, email);
      }, deskPool);
      onAsked();
      return c.json({ asked: true });
    });
}

/** The contract with the seller's page. */
export type EnquiryCalls = ReturnType<typeof enquiryCalls>;

const refuseLarge = () => {
  throw new Refused(413, 'body', 'The body is larger than 16 KB.');
};

const requireJson: MiddlewareHandler = async (c, next) => {
  if (!/^application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Refused(415, 'body', 'The content type must be application/json.');
  }
  await next();
};

/** The calls of the seller's page, with their protections. Requests for anything else go on to the next handler. */
export function sellerRoutes(dependencies: Dependencies) {
  const { limit, findClientIp, siteUrl } = dependencies;
  const app = new Hono();
  app.onError((error, c) => {
    const refusal = answerRefused(c, error);
    if (!refusal) throw error;
    return refusal;
  });
  app.post(
    '*',
    async (c, next) => {
      // Found before anything is awaited: a connection that has closed may have no IP address.
      c.set('clientIp', findClientIp(c));
      c.header('cache-control', 'no-store');
      await next();
    },
    refuseCrossSite(siteUrl),
    limitBody(refuseLarge),
    requireJson,
    async (c, next) => {
      const wait = await limit.count(c.get('clientIp'));
      if (wait !== undefined) throw new Refused(429, '', 'Too many calls in a short time.', wait);
      await next();
    },
  );
  return app.route('/', enquiryCalls(dependencies));
}
