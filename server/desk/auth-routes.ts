import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type pg from 'pg';
import * as z from 'zod';
import { isStorable, isUuid, parseJson } from '#lead/lead-request.ts';
import { limitBody } from '../http/limit-body.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import type { Limit, Limits } from './sign-in-limits.ts';
import type { MailCodes } from './sign-in-codes.ts';
import type { DeskMails } from './sign-in-mails.ts';
import { redeemLink } from './one-time-links.ts';
import type { Passkeys } from './passkeys.ts';
import { Refusal } from './refusal.ts';
import type { SecondFactors } from './second-factors.ts';
import { describeUser, mayChangeKeys, type Sessions, type SignedIn, type User } from './sessions.ts';
import { transact } from './transact.ts';

type Dependencies = {
  /** Connections with the role `desk_auth`. */
  pool: pg.Pool;
  sessions: Sessions;
  codes: MailCodes;
  passkeys: Passkeys;
  factors: SecondFactors;
  mails: DeskMails;
  limits: Limits;
  /** DESK_URL is unset: only this computer reaches the desk, and a one-time link is enough to sign in. */
  isTrial: boolean;
  findClientIp: (c: Context) => string | undefined;
};

type Env = { Variables: { signedIn: SignedIn } };

/**
 * How many calls of people who are not signed in may use the database at once, and how many more wait. The limit leaves
 * some of the pool's connections to people who are signed in.
 */
const ANONYMOUS_CALLS = { running: 2, waiting: 40 };

/** With this header, supabase-js takes the error code from the field `code`. */
const API_VERSION = { 'x-supabase-api-version': '2024-01-01' };

const text = z.string().max(1_000).refine(isStorable);
/** SMTP allows 254 characters. Even if each has four bytes, they fit into an entry of the database's index. */
const email = text
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/)
  .transform((given) => given.toLowerCase());
const uuid = z.string().refine(isUuid);
const credential = z.looseObject({ id: text });

const otpSchema = z.object({ email });
const verifySchema = z.union([
  z.object({ type: z.literal('email'), email, token: text }),
  z.object({ type: z.literal('email'), token_hash: text }),
]);
const refreshSchema = z.object({ refresh_token: text });
const ceremonySchema = z.object({ challenge_id: uuid, credential });
const nameSchema = z.object({ friendly_name: text.min(1).max(120) });
const enrollSchema = z.object({ factor_type: z.literal('totp'), friendly_name: text.max(120).optional() });
const codeSchema = z.object({ challenge_id: uuid, code: z.string().regex(/^\d{6}$/) });

async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  let json: unknown;
  try {
    json = parseJson(await c.req.arrayBuffer());
  } catch {
    throw new Refusal(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).filter(Boolean);
  throw new Refusal(400, 'validation_failed', `The request is not valid: ${fields.join(', ') || 'its body'}`);
}

/** The id in the path. @throws {Refusal} 404 if it is not a UUID */
function readId(c: Context<Env>): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new Refusal(404, 'validation_failed', 'Not found');
  return id;
}

async function enforceLimit(
  c: Context,
  limit: Limit,
  subject: string | undefined,
  code: string,
): Promise<void> {
  const secondsToWait = await limit(subject);
  if (secondsToWait === undefined) return;
  c.header('retry-after', String(secondsToWait));
  throw new Refusal(429, code, 'Too many tries in a short time. Please try again later.');
}

/** The endpoints of Supabase Auth that the desk, the staff's app, uses. Any other gets 404. */
export function authRoutes(dependencies: Dependencies) {
  const { pool, sessions, codes, passkeys, factors, mails, limits, isTrial, findClientIp } = dependencies;
  const app = new Hono<Env>();

  const signedIn = createMiddleware<Env>(async (c, next) => {
    c.set('signedIn', await sessions.read(c.req.header('authorization')));
    c.set('hasToken', true);
    await next();
  });
  const requireKeyRights = (who: SignedIn) => {
    if (mayChangeKeys(who, { isTrial })) return;
    throw new Refusal(
      403,
      'insufficient_aal',
      'Sign in first, with a key of this account if it has one, or ask an owner for a new link',
    );
  };
  const countTries = async (c: Context, account: string) => {
    await enforceLimit(c, limits.triesPerIp, findClientIp(c), 'over_request_rate_limit');
    await enforceLimit(c, limits.triesPerAccount, account, 'over_request_rate_limit');
  };
  const countOptions = (c: Context) =>
    enforceLimit(c, limits.passkeyOptionsPerIp, findClientIp(c), 'over_request_rate_limit');

  /**
   * Stores a key (a passkey or an authenticator app) and records the event, in one transaction. Then mails the person
   * and the owners.
   *
   * @param store must use only the client that it is given: waiting for a second connection of the pool could deadlock
   */
  async function addKey<T>(
    user: User,
    kind: 'passkey' | 'totp',
    store: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const { result, recipients } = await transact(pool, async (client) => {
      const result = await store(client);
      const { rows } = await client.query<{ email: string }>(
        'select record_key as email from desk_auth.record_key($1, $2)',
        [user.id, kind],
      );
      return { result, recipients: rows.map((row) => row.email) };
    });
    mails.sendKeyAdded(recipients, { name: user.name, kind });
    return result;
  }

  /** Removes a key and ends the person's other sessions, because somebody else may have the key. */
  const removeKey = (who: SignedIn, remove: (client: pg.PoolClient) => Promise<void>) =>
    transact(pool, async (client) => {
      await remove(client);
      await sessions.end(who, 'others', client);
    });

  const runLimited = limitConcurrency(ANONYMOUS_CALLS);
  /** Runs work on the database for somebody who is not signed in. @throws {Refusal} 429 when too many calls wait */
  async function runAnonymous<T>(c: Context, work: () => Promise<T>): Promise<T> {
    const outcome = await runLimited(async () => ({ result: await work() }));
    if (outcome) return outcome.result;
    c.header('retry-after', String(BUSY_SECONDS));
    throw new Refusal(
      429,
      'over_request_rate_limit',
      'Many people are signing in. Please try again in a moment.',
    );
  }

  app.use(limitBody(() => refuseLarge()));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(API_VERSION)) c.res.headers.set(name, value);
  });

  app.post('/otp', async (c) => {
    const body = await readBody(c, otpSchema);
    await enforceLimit(c, limits.codesPerIp, findClientIp(c), 'over_email_send_rate_limit');
    await enforceLimit(c, limits.codesPerMailbox, body.email, 'over_email_send_rate_limit');
    const code = await runAnonymous(c, () => codes.create(body.email));
    if (code) mails.sendCode(body.email, code);
    return c.json({});
  });

  app.post('/verify', async (c) => {
    const body = await readBody(c, verifySchema);
    if ('token_hash' in body) {
      await enforceLimit(c, limits.triesPerIp, findClientIp(c), 'over_request_rate_limit');
      const userId = await runAnonymous(c, () => redeemLink(pool, body.token_hash));
      if (!userId) throw expired();
      return c.json(await sessions.open(userId, isTrial ? 'trial' : 'otp', { isInvited: true }));
    }
    await countTries(c, body.email);
    const userId = await runAnonymous(c, () => codes.redeem(body.email, body.token));
    if (!userId) throw expired();
    return c.json(await sessions.open(userId, 'otp'));
  });

  app.post('/token', async (c) => {
    if (c.req.query('grant_type') !== 'refresh_token') {
      throw new Refusal(400, 'validation_failed', 'unsupported_grant_type');
    }
    const { refresh_token: token } = await readBody(c, refreshSchema);
    return c.json(await sessions.refresh(token));
  });

  app.get('/user', signedIn, (c) => c.json(describeUser(c.var.signedIn.user)));

  app.post('/logout', signedIn, async (c) => {
    const scope = z.enum(['global', 'local', 'others']).safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw new Refusal(400, 'validation_failed', 'Unsupported logout scope');
    await sessions.end(c.var.signedIn, scope.data);
    return c.body(null, 204);
  });

  app.post('/passkeys/registration/options', signedIn, async (c) => {
    await countOptions(c);
    requireKeyRights(c.var.signedIn);
    return c.json(await passkeys.startRegistration(c.var.signedIn.user));
  });

  app.post('/passkeys/registration/verify', signedIn, async (c) => {
    requireKeyRights(c.var.signedIn);
    const { user } = c.var.signedIn;
    const body = await readBody(c, ceremonySchema);
    const registration = await passkeys.checkRegistration(user, body.challenge_id, body.credential);
    return c.json(await addKey(user, 'passkey', (client) => passkeys.store(client, user, registration)));
  });

  app.post('/passkeys/authentication/options', async (c) => {
    await countOptions(c);
    return c.json(await runAnonymous(c, () => passkeys.startAuthentication()));
  });

  app.post('/passkeys/authentication/verify', async (c) => {
    const body = await readBody(c, ceremonySchema);
    await enforceLimit(c, limits.passkeyVerificationsPerIp, findClientIp(c), 'over_request_rate_limit');
    const userId = await runAnonymous(c, () => passkeys.authenticate(body.challenge_id, body.credential));
    return c.json(await sessions.open(userId, 'passkey'));
  });

  app.get('/passkeys', signedIn, async (c) => c.json(await passkeys.list(c.var.signedIn.user.id)));

  app.patch('/passkeys/:id', signedIn, async (c) => {
    requireKeyRights(c.var.signedIn);
    const id = readId(c);
    const { friendly_name: name } = await readBody(c, nameSchema);
    return c.json(await passkeys.rename(c.var.signedIn.user.id, id, name));
  });

  app.delete('/passkeys/:id', signedIn, async (c) => {
    requireKeyRights(c.var.signedIn);
    const id = readId(c);
    await removeKey(c.var.signedIn, (client) => passkeys.remove(client, c.var.signedIn.user.id, id));
    return c.body(null, 204);
  });

  app.post('/factors', signedIn, async (c) => {
    requireKeyRights(c.var.signedIn);
    const { friendly_name: name = '' } = await readBody(c, enrollSchema);
    return c.json(await factors.enroll(c.var.signedIn.user, name));
  });

  app.post('/factors/:id/challenge', signedIn, async (c) =>
    c.json(await factors.challenge(c.var.signedIn.user, readId(c))),
  );

  app.post('/factors/:id/verify', signedIn, async (c) => {
    const { user } = c.var.signedIn;
    const factorId = readId(c);
    const body = await readBody(c, codeSchema);
    await countTries(c, user.id);
    const factor = await factors.find(user, factorId);
    // An unverified factor is about to become a key. If the account already has a key, a mail code alone must not add
    // another.
    if (!factor.is_verified) requireKeyRights(c.var.signedIn);
    const challengeId = body.challenge_id;
    const step = await factors.check(factor, { challengeId, code: body.code });
    const accept = (client: pg.PoolClient) => factors.accept(client, factor, { challengeId, step });
    await (factor.is_verified ? transact(pool, accept) : addKey(user, 'totp', accept));
    return c.json(await sessions.addAmrEntry(c.var.signedIn, 'totp'));
  });

  app.delete('/factors/:id', signedIn, async (c) => {
    const who = c.var.signedIn;
    const factor = await factors.find(who.user, readId(c));
    if (!factor.is_verified) {
      await transact(pool, (client) => factors.remove(client, factor));
      return c.json({ id: factor.id });
    }
    if (!who.session.amr.some(({ method }) => method === 'totp')) {
      throw new Refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    requireKeyRights(who);
    await removeKey(who, async (client) => {
      await factors.remove(client, factor);
      await sessions.removeAmrEntry(client, who, 'totp');
    });
    return c.json({ id: factor.id });
  });

  app.notFound((c) => c.json({ code: 'not_found', message: 'The desk does not make this call.' }, 404));
  return app;
}

const expired = () => new Refusal(403, 'otp_expired', 'Token has expired or is invalid');

function refuseLarge(): never {
  throw new Refusal(413, 'request_too_large', 'The body is larger than 16 KB.');
}
