import { Hono, type Context } from 'hono';
import * as z from 'zod';
import { adopt } from '../cases/adopt.ts';
import type { Db } from '../database/statement.ts';
import { transact, type Connections } from '../database/transact.ts';
import { answerRefused } from '../http/answer-refused.ts';
import { json, optional, text, uuid, type JsonInput } from '../http/json.ts';
import type { FirmDetails } from '../mail/firm-details.ts';
import { acceptInTurn } from '../papers/accept-file.ts';
import { answerContents, ofPaper, readContents } from '../papers/download.ts';
import type { ReadRoom } from '../papers/room.ts';
import {
  beginUpload,
  endUpload,
  ofPart,
  ofUpload,
  readUploaded,
  storePart,
  type Sender,
} from '../cases/uploads.ts';
import { limitBody } from '../http/limit-body.ts';
import { BUSY_SECONDS } from '../http/limit-concurrency.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { Refused } from '../refused.ts';
import { answerOffer } from './answer.ts';
import { askForCall } from './ask-for-call.ts';
import { complainOnPage } from './complaints.ts';
import { changeEnquiry, key, ofSeller, type OfSeller, type SellersChange } from './change.ts';
import { correctContact } from './contact-details.ts';
import { calendarFile } from './dates.ts';
import { readDates, readEnquiry } from './enquiry.ts';
import { eraseEnquiry, wasErasedBy } from './erase.ts';
import { openEnquiry, type Opened } from './keys.ts';
import { limitPerHour } from './limits.ts';
import { openLoadLimits } from './load-limits.ts';
import { write } from './message.ts';
import { mailNewLink } from './new-link.ts';
import { noteDates } from './note-dates.ts';
import { noteRead } from './note-read.ts';
import { addOwnPaper, addOwnPaperGiven, mayRead, removeOwnPaper } from './papers.ts';
import { endShare, share } from './shares.ts';
import { stop } from './stop.ts';
import {
  confirmGiven,
  confirmLink,
  readStanding,
  refuseMails,
  refuseUnconfirmed,
  wasRefusedBy,
} from './unconfirmed.ts';

export type SellerCalls = {
  /** Connections with the role of the seller's page, which sees only what the caller's key opens. */
  pool: Connections;
  /** Connections with the desk's role. They make missing cases, and find the enquiry of a mailbox or of a request. */
  deskPool: Connections;
  /** How many calls without a right key one IP address may make in a minute; undefined for no limits. */
  callsPerMinute: number | undefined;
  /** Called with the lead's id after a seller has erased it, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  /** Whether there is room for more files. */
  readRoom: ReadRoom;
  /** For the seller's calendar. */
  firm: FirmDetails;
  /** Does work after the response, so that the response's time tells nothing about it. */
  inBackground: (work: () => Promise<unknown>) => void;
  /** Called after a call that the firm or the seller may have to be mailed about. */
  onAsked: () => void;
};

type Dependencies = SellerCalls & {
  findClientIp: (c: Context) => string | undefined;
  siteUrl: string;
};

type Enquiry = Awaited<ReturnType<typeof readEnquiry>>;
type Standing = NonNullable<Awaited<ReturnType<typeof readStanding>>>;

/** What a call does with a key. */
type Handlers<T> = {
  work: (db: Db, opened: Opened) => Promise<T>;
  unconfirmed?: (db: Db) => Promise<T | Refused | undefined>;
  withoutKey?: () => Promise<T | undefined>;
};

/** The IP address of the caller; undefined if it is unknown. */
type Env = { Variables: { ip: string | undefined } };

/** `POST /enquiry/{call}` with the arguments as JSON. The type of these routes is the contract with the seller's page. */
function enquiryCalls(dependencies: SellerCalls) {
  const { pool, deskPool, callsPerMinute, onErased, inBackground, onAsked, firm, readRoom } = dependencies;
  const limits = openLoadLimits(callsPerMinute);

  /** Runs the work of a call as one transaction. */
  async function run<T>(
    work: (db: Db) => Promise<T>,
    from = pool,
    runLimited = limits.runLimited,
  ): Promise<T> {
    const done = await runLimited(async () => ({ result: await transact(from, work) }));
    if (done) return done.result;
    throw new Refused(503, 'busy', 'Please try again in a few seconds.', BUSY_SECONDS);
  }

  const adoptCases = (leadIds: readonly string[]) => transact(deskPool, (db) => adopt(db, leadIds));

  /**
   * Runs `work` with what a key opens. For a mail's key that is not confirmed yet, `unconfirmed` runs instead. If that has no
   * result, the key has been confirmed or ended, and is looked up again. If `unconfirmed` returns a refusal, its transaction
   * is committed: a wrong try stays counted. If nothing was found, `withoutKey` runs.
   *
   * The answer is the same whether a refused key is unknown, ended, malformed, or a read-only key that is to write. Calls are
   * counted in memory, so a call whose transaction fails stays counted.
   */
  async function withKey<T>(
    c: Context<Env>,
    given: { key: string; isWrite: boolean },
    { work, unconfirmed = refuseUnconfirmed, withoutKey }: Handlers<T>,
  ): Promise<T> {
    const { ip } = c.var;
    const { noteRightKey, runLimited } = await limits.begin(ip, given.key);
    const openAndWork = async (db: Db) => {
      const opened = await openEnquiry(db, { ...given, adoptCases });
      if (!opened) return undefined;
      await noteRightKey();
      return opened === 'unconfirmed' ? { isUnconfirmed: true as const } : { done: await work(db, opened) };
    };
    const open = async () => run(openAndWork, pool, runLimited);
    let opened = await open();
    let result: T | Refused | undefined;
    if (opened && 'isUnconfirmed' in opened) {
      result = await run(unconfirmed, deskPool, runLimited);
      if (result === undefined) opened = await open();
    }
    if (opened && 'done' in opened) result = opened.done;
    if (result === undefined) result = await withoutKey?.();
    if (result instanceof Refused) throw result;
    if (result !== undefined) return result;
    await limits.countWithoutKey(ip);
    throw new Refused(404, 'no_such_link', 'This link no longer works.');
  }

  const change =
    <Schema extends z.ZodType<OfSeller>>(kind: SellersChange<Schema>) =>
    async (c: Context<Env, string, JsonInput<Schema>>) => {
      const given = c.req.valid('json');
      const enquiry = await withKey(
        c,
        { ...given, isWrite: true },
        {
          async work(db, opened) {
            await changeEnquiry(db, opened, kind, given);
            await noteDates(db, opened.leadId, null);
            return readEnquiry(db, opened);
          },
        },
      );
      onAsked();
      return c.json(enquiry);
    };

  const senderOf = ({ leadId }: Opened): Sender => ({ leadId, by: null });

  return new Hono<Env>()
    .post('/enquiry', json(z.object({ key, seen: z.int().optional() })), async (c) => {
      const { seen, ...given } = { ...c.req.valid('json'), isWrite: false };
      const work = async (db: Db, opened: Opened) => {
        if (seen !== undefined && !opened.isShared) await noteRead(db, opened.leadId, seen);
        return readEnquiry(db, opened);
      };
      const unconfirmed = (db: Db) => readStanding(db, given.key);
      return c.json(await withKey<Enquiry | Standing>(c, given, { work, unconfirmed }));
    })
    .post('/add_paper', json(addOwnPaperGiven), async (c) => {
      const given = c.req.valid('json');
      const work = (db: Db, opened: Opened) => readUploaded(db, given.request_id, senderOf(opened));
      // `withKey` takes undefined for a key that opens nothing.
      const read = () =>
        withKey(c, { ...given, isWrite: true }, { work: async (...of) => ({ bytes: await work(...of) }) });
      return acceptInTurn(
        async () => (await read()).bytes,
        (file) => change(addOwnPaper(file))(c),
        () => withKey(c, { ...given, isWrite: true }, { work: (db) => endUpload(db, given.request_id) }),
      );
    })
    .post('/answer_offer', json(answerOffer.given), change(answerOffer))
    .post('/ask_for_call', json(askForCall.given), change(askForCall))
    .post('/complain', json(complainOnPage.given), change(complainOnPage))
    .post('/begin_upload', json(z.object({ key, ...ofUpload })), async (c) => {
      const given = c.req.valid('json');
      const work = (db: Db, opened: Opened) => beginUpload(db, given, senderOf(opened), readRoom);
      if (callsPerMinute !== undefined) await run((db) => limitPerHour(db, 'upload', c.var.ip), deskPool);
      return c.json(await withKey(c, { ...given, isWrite: true }, { work }));
    })
    .post('/confirm', json(confirmGiven), async (c) => {
      const given = c.req.valid('json');
      const unconfirmed = (db: Db) => confirmLink(db, given);
      const enquiry = await withKey(
        c,
        { ...given, isWrite: true },
        { work: readEnquiry, unconfirmed },
      ).finally(onAsked);
      return c.json(enquiry);
    })
    .post('/correct_contact', json(correctContact.given), change(correctContact))
    .post('/dates', json(z.object({ key })), async (c) => {
      const given = { ...c.req.valid('json'), isWrite: false };
      const { dates, ...about } = await withKey(c, given, { work: readDates });
      return c.json({ file: calendarFile(dates, { ...about, method: 'PUBLISH', firm }) });
    })
    .post('/end_share', json(endShare.given), change(endShare))
    .post('/not_mine', json(z.object(ofSeller)), async (c) => {
      const given = c.req.valid('json');
      const refused = await withKey<Refused | { refused: true }>(
        c,
        { ...given, isWrite: true },
        {
          work: () =>
            Promise.resolve(new Refused(409, 'confirmed', 'This link was confirmed as the seller’s.')),
          unconfirmed: (db) => refuseMails(db, given),
          // The request has ended the key.
          withoutKey: () =>
            run(
              async (db) =>
                (await wasRefusedBy(db, given.request_id)) ? { refused: true as const } : undefined,
              deskPool,
            ),
        },
      );
      onAsked();
      return c.json(refused);
    })
    .post('/read_paper', json(z.object({ key, ...ofPaper })), async (c) => {
      const given = c.req.valid('json');
      const work = (db: Db, opened: Opened) => readContents(db, given, mayRead(opened));
      return answerContents(c, await withKey(c, { ...given, isWrite: false }, { work }));
    })
    .post('/remove_paper', json(removeOwnPaper.given), change(removeOwnPaper))
    .post('/share', json(share.given), change(share))
    .post('/stop', json(stop.given), change(stop))
    .post('/upload_part', json(z.object({ key, ...ofPart })), async (c) => {
      const given = c.req.valid('json');
      const work = (db: Db, opened: Opened) => storePart(db, given, senderOf(opened));
      return c.json(await withKey(c, { ...given, isWrite: true }, { work }));
    })
    .post('/write', json(write.given), change(write))
    .post('/erase', json(z.object({ key, request_id: uuid })), async (c) => {
      const given = c.req.valid('json');
      const leadId = await withKey<string | null>(
        c,
        { ...given, isWrite: true },
        {
          work: (db, opened) => eraseEnquiry(db, opened, given.request_id),
          // An erased lead's key opens nothing any more, so the desk's login looks for the request.
          withoutKey: async () =>
            (await run((db) => wasErasedBy(db, given.request_id), deskPool)) ? null : undefined,
        },
      );
      if (leadId !== null) await onErased([leadId]);
      return c.json({ erased: true });
    })
    .post('/send_new_link', json(z.object({ email: optional(text) })), async (c) => {
      const { email } = c.req.valid('json');
      await limits.countWithoutKey(c.var.ip);
      if (callsPerMinute !== undefined) await run((db) => limitPerHour(db, 'new link', c.var.ip), deskPool);
      inBackground(async () => {
        await run((db) => mailNewLink(db, email ?? ''), deskPool);
        onAsked();
      });
      return c.json({ asked: true });
    });
}

export type EnquiryRoutes = ReturnType<typeof enquiryCalls>;

/** The calls of the seller's page, with their protections. Requests for anything else go on to the next handler. */
export function sellerRoutes({ findClientIp, ...dependencies }: Dependencies) {
  const { siteUrl } = dependencies;
  const calls = enquiryCalls(dependencies);
  const app = new Hono<Env>();
  app.onError((error, c) => {
    const refusal = answerRefused(c, error);
    if (refusal) return refusal;
    throw error;
  });
  const paths = [...new Set(calls.routes.map(({ path }) => path))];
  app.on('POST', paths, (c, next) => {
    // Found before anything is awaited: a connection that has closed may have no IP address.
    c.set('ip', findClientIp(c));
    c.header('cache-control', 'no-store');
    return next();
  });
  const refuseLarge = () => {
    throw new Refused(413, 'body', 'The body is larger than 16 KB.');
  };
  app.on('POST', paths, refuseCrossSite(siteUrl), limitBody(refuseLarge));
  app.on('POST', paths, async (c, next) => {
    if (!/^application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new Refused(415, 'body', 'The content type must be application/json.');
    }
    await next();
  });
  return app.route('/', calls);
}
