import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type pg from 'pg';
import * as z from 'zod';
import { isUuid } from '#lead/lead-request.ts';
import { rowsOf, sql, type Db } from '../../database/statement.ts';
import { transact } from '../../database/transact.ts';
import { email, json, text, uuid } from '../../http/json.ts';
import { BUSY_SECONDS, limitConcurrency } from '../../http/limit-concurrency.ts';
import { Refused } from '../../refused.ts';
import type { DeskDetails } from '../desk-details.ts';
import type { DeskMails, KEYS } from '../sign-in-mails.ts';
import {
  acceptCode,
  checkCode,
  createApp,
  findConnectedApp,
  findNewApp,
  isWrongCode,
  removeApp,
} from './apps.ts';
import type { MailCodes } from './codes.ts';
import type { SessionCookie } from './cookie.ts';
import type { Limit, Limits } from './limits.ts';
import { redeemLink } from './links.ts';
import { listPasskeys, removePasskey, renamePasskey, type Passkeys } from './passkeys.ts';
import {
  endSessions,
  forgetAppCode,
  noteAppCode,
  noteUse,
  openSession,
  readSession,
  type Session,
  type Way,
} from './sessions.ts';

type Dependencies = {
  pool: pg.Pool;
  cookie: SessionCookie;
  codes: MailCodes;
  passkeys: Passkeys;
  /** Called when somebody who tries to sign in as one of the staff is refused. */
  noteRefused: () => void;
  mails: DeskMails;
  limits: Limits;
  /** The firm's name, which authenticator apps show. */
  details: Pick<DeskDetails, 'brand'>;
  /** DESK_URL is unset: only this computer reaches the desk, and a one-time link is enough to sign in. */
  isTrial: boolean;
  findClientIp: (c: Context) => string | undefined;
};

type Env = { Variables: { session: Session } };

/**
 * How many calls of people who are not signed in may use the database at once, and how many more wait. The limit leaves
 * some of the pool's connections to people who are signed in.
 */
const ANONYMOUS_CALLS = { running: 2, waiting: 40 };

const shortText = text.max(1_000);
const appCode = z.string().regex(/^\d{6}$/, 'The code has 6 digits.');

/** What a browser returns for a passkey. Only its id is checked here; the rest is left to @simplewebauthn/server. */
const credential = <Response extends { id: string }>() =>
  z.custom<Response>((given) => z.looseObject({ id: shortText }).safeParse(given).success);

async function enforce(limit: Limit, subject: string | undefined): Promise<void> {
  const secondsToWait = await limit(subject);
  if (secondsToWait === undefined) return;
  const message = 'Too many tries in a short time. Please try again later.';
  throw new Refused(429, 'too_many', message, secondsToWait);
}

function requireKeyRights({ may_change_keys }: Session): void {
  if (may_change_keys) return;
  throw new Refused(
    403,
    'key_needed',
    'Sign in first, with a key of this account if it has one, or ask an owner for a new link.',
  );
}

/** The id in the path. @throws {Refused} 404 if it is not a UUID */
function readId(c: Context): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id))
    throw new Refused(404, 'passkey_gone', 'This passkey is no longer here. Load the page again.');
  return id;
}

/** The sign-in to the desk (the staff's app), and each person's own account. */
export function signInRoutes(dependencies: Dependencies) {
  const { pool, cookie, codes, passkeys, noteRefused, mails, limits, details, isTrial, findClientIp } =
    dependencies;

  const signedIn = createMiddleware<Env>(async (c, next) => {
    const session = await readSession(pool, cookie.readHash(c), isTrial);
    c.set('hasSession', true);
    c.set('session', session);
    if (session.is_use_unnoted) await noteUse(pool, session.id);
    await next();
  });

  /** Gives the browser a new session. @returns the response's body */
  async function open(c: Context, userId: string, way: Way) {
    const token = cookie.createToken();
    await openSession(pool, { token, userId, way, formerHash: cookie.readHash(c) });
    cookie.set(c, token);
    return { id: userId };
  }

  const countIp = (c: Context, limit: Limit) => enforce(limit, findClientIp(c));
  async function countTries(c: Context, account: string): Promise<void> {
    await countIp(c, limits.triesPerIp);
    await enforce(limits.triesPerAccount, account);
  }

  const runLimited = limitConcurrency(ANONYMOUS_CALLS);
  /** Runs work on the database for somebody who is not signed in. @throws {Refused} 429 when too many calls wait */
  async function runAnonymous<T>(work: () => Promise<T>): Promise<T> {
    const outcome = await runLimited(async () => ({ result: await work() }));
    if (outcome) return outcome.result;
    throw new Refused(
      429,
      'too_many',
      'Many people are signing in. Please try again in a moment.',
      BUSY_SECONDS,
    );
  }

  /**
   * Stores a key (a passkey or an authenticator app) and records the event, in one transaction. Then mails the person
   * and the owners.
   *
   * @param store must use only the connection that it is given: waiting for a second one of the pool could deadlock
   */
  async function addKey<T>(
    { user_id, name }: Session,
    kind: keyof typeof KEYS,
    store: (db: Db) => Promise<T>,
  ): Promise<T> {
    const { result, recipients } = await transact(pool, async (db) => ({
      result: await store(db),
      recipients: await rowsOf(
        db,
        z.object({ email: z.string() }),
        sql`select record_key as email from desk_auth.record_key(${user_id}, ${kind})`,
      ),
    }));
    mails.sendKeyAdded(
      recipients.map(({ email }) => email),
      { name, kind },
    );
    return result;
  }

  /** Removes a key and ends the person's other sessions, because somebody else may have the key. */
  const removeKey = (session: Session, remove: (db: Db) => Promise<unknown>) =>
    transact(pool, async (db) => {
      await remove(db);
      await endSessions(db, session, 'others');
    });

  return (
    new Hono<Env>()
      .post('/sign-in/code', json(z.object({ email })), async (c) => {
        const { email } = c.req.valid('json');
        await countIp(c, limits.codesPerIp);
        await enforce(limits.codesPerMailbox, email);
        const code = await runAnonymous(() => codes.create(email));
        mails.sendCode(email, code, () => codes.hasAccount(email));
        return c.json({});
      })
      .post('/sign-in/code/check', json(z.object({ email, code: shortText })), async (c) => {
        const { email, code } = c.req.valid('json');
        await countTries(c, email);
        const { user_id, has_account } = await runAnonymous(() => codes.redeem(email, code));
        if (user_id === null) {
          if (has_account) noteRefused();
          throw new Refused(403, 'code_wrong', 'This code is wrong, used or too old.');
        }
        return c.json(await open(c, user_id, 'code'));
      })
      .post('/sign-in/link', json(z.object({ token: shortText })), async (c) => {
        const { token } = c.req.valid('json');
        await countIp(c, limits.triesPerIp);
        const userId = await runAnonymous(() => redeemLink(pool, token));
        if (!userId) throw new Refused(403, 'link_wrong', 'This link is wrong, used or too old.');
        return c.json(await open(c, userId, isTrial ? 'trial' : 'link'));
      })
      .post('/sign-in/passkey/options', async (c) => {
        await countIp(c, limits.passkeyOptionsPerIp);
        return c.json(await runAnonymous(() => passkeys.startAuthentication()));
      })
      .post(
        '/sign-in/passkey',
        json(z.object({ challenge_id: uuid, credential: credential<AuthenticationResponseJSON>() })),
        async (c) => {
          const { challenge_id, credential } = c.req.valid('json');
          await countIp(c, limits.passkeyVerificationsPerIp);
          const userId = await runAnonymous(() => passkeys.authenticate(challenge_id, credential));
          return c.json(await open(c, userId, 'passkey'));
        },
      )
      // The code of the authenticator app, as the second step of somebody who is signed in.
      .post('/sign-in/app', signedIn, json(z.object({ code: appCode })), async (c) => {
        const { session } = c.var;
        await countTries(c, session.user_id);
        const app = await findConnectedApp(pool, session);
        const { code } = c.req.valid('json');
        const enter = async () => {
          const step = await checkCode(app, code);
          return transact(pool, async (db) => {
            await acceptCode(db, app, step);
            return noteAppCode(db, session, cookie.createToken);
          });
        };
        const token = await enter().catch((error: unknown) => {
          if (isWrongCode(error)) noteRefused();
          throw error;
        });
        if (token !== undefined) cookie.set(c, token);
        return c.json({ id: session.user_id });
      })
      .post('/sign-out', signedIn, json(z.object({ scope: z.enum(['here', 'everywhere']) })), async (c) => {
        await endSessions(pool, c.var.session, c.req.valid('json').scope);
        cookie.clear(c);
        return c.json({});
      })
      .get('/account', signedIn, async (c) => {
        const { session } = c.var;
        const apps = await rowsOf(
          pool,
          z.object({ connected_at: z.string() }),
          sql`
            select connected_at from desk_auth.apps
            where user_id = ${session.user_id} and connected_at is not null and ended_at is null`,
        );
        return c.json({
          id: session.user_id,
          email: session.email,
          passkeys: await listPasskeys(pool, session),
          app: apps[0] ?? null,
        });
      })
      .post('/account/passkeys/options', signedIn, async (c) => {
        await countIp(c, limits.passkeyOptionsPerIp);
        requireKeyRights(c.var.session);
        return c.json(await passkeys.startRegistration(c.var.session));
      })
      .post(
        '/account/passkeys',
        signedIn,
        json(z.object({ challenge_id: uuid, credential: credential<RegistrationResponseJSON>() })),
        async (c) => {
          const { session } = c.var;
          requireKeyRights(session);
          const { challenge_id, credential } = c.req.valid('json');
          const registration = await passkeys.checkRegistration(session, challenge_id, credential);
          return c.json(await addKey(session, 'passkey', (db) => passkeys.store(db, session, registration)));
        },
      )
      .patch(
        '/account/passkeys/:id',
        signedIn,
        json(z.object({ name: shortText.min(1).max(120) })),
        async (c) => {
          requireKeyRights(c.var.session);
          return c.json(await renamePasskey(pool, c.var.session, readId(c), c.req.valid('json').name));
        },
      )
      .delete('/account/passkeys/:id', signedIn, async (c) => {
        const { session } = c.var;
        requireKeyRights(session);
        const id = readId(c);
        await removeKey(session, (db) => removePasskey(db, session, id));
        return c.json({});
      })
      .post('/account/app', signedIn, async (c) => {
        requireKeyRights(c.var.session);
        return c.json(await createApp(pool, c.var.session, details.brand));
      })
      // The first code of a new app connects it, and counts as a sign-in with it.
      .post('/account/app/connect', signedIn, json(z.object({ id: uuid, code: appCode })), async (c) => {
        const { session } = c.var;
        const { id, code } = c.req.valid('json');
        await countTries(c, session.user_id);
        const app = await findNewApp(pool, session, id);
        requireKeyRights(session);
        const step = await checkCode(app, code);
        const token = await addKey(session, 'app', async (db) => {
          await acceptCode(db, app, step);
          return noteAppCode(db, session, cookie.createToken);
        });
        if (token !== undefined) cookie.set(c, token);
        return c.json({ id: session.user_id });
      })
      .delete('/account/app', signedIn, async (c) => {
        const { session } = c.var;
        const app = await findConnectedApp(pool, session);
        if (!session.has_entered_app_code) {
          throw new Refused(403, 'app_needed', 'Enter a code of the authenticator app first.');
        }
        requireKeyRights(session);
        await removeKey(session, async (db) => {
          await removeApp(db, app);
          await forgetAppCode(db, session);
        });
        return c.json({});
      })
  );
}

export type SignInRoutes = ReturnType<typeof signInRoutes>;
