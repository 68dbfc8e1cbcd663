import { createClient } from '@supabase/supabase-js';
import { createDeskApp, type DeskDependencies } from '../../server/desk/desk-app.ts';
import { deskHeaders } from '../../server/desk/desk-headers.ts';
import { createDeskMails } from '../../server/desk/sign-in-mails.ts';
import { createLinkToken } from '../../server/desk/one-time-links.ts';
import type { StaffRole } from '../../server/cases/codes.ts';
import { addStaff } from '../../server/desk/staff.ts';
import { createOriginFinder } from '../../server/desk/refuse-foreign-origins.ts';
import { openHttpServer, type FetchHandler } from '../../server/http-server.ts';
import type { MailMessage } from '../../supabase/functions/send-email/message.ts';
import type { Authenticator } from './software-authenticator.ts';
import { createTestDatabase } from './test-database.ts';
import { createMemoryLog } from './log.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { openPool } from './app-with-database.ts';

export type DeskServer = Awaited<ReturnType<typeof startDeskServer>>;
export type DeskClient = ReturnType<DeskServer['openClient']>;

const never = () => Promise.resolve(undefined);

/** Turns off the limits, because all tests come from one IP address. */
const NO_LIMITS: DeskDependencies['limits'] = {
  codesPerIp: never,
  codesPerMailbox: never,
  triesPerIp: never,
  triesPerAccount: never,
  passkeyOptionsPerIp: never,
  passkeyVerificationsPerIp: never,
  refusalsPerIp: never,
  refusalsInAll: never,
  callsPerSession: never,
};

/**
 * Creates a supabase-js client with the settings of the desk (the staff's app). In Node, which has no local storage,
 * each client keeps its session in memory.
 */
export function createDeskClient(url: string, publishableKey = PUBLISHABLE_KEY) {
  return createClient(url, publishableKey, {
    db: { schema: 'desk' },
    auth: {
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
}

/**
 * Starts the server of the desk (the staff's app) on a real database. Mails are put into a list instead of being sent.
 */
export async function startDeskServer(overrides: Partial<DeskDependencies> = {}) {
  const database = await createTestDatabase();
  // As many connections as the server has.
  const pools = {
    asDeskAuth: openPool(database, 'desk_auth', 4),
    asStaff: openPool(database, 'authenticated', 4),
  };
  const { log, lines } = createMemoryLog();
  const sent: MailMessage[] = [];
  let answer: FetchHandler = () => new Response(null, { status: 503 });
  const server = await openHttpServer({
    app: { fetch: (request, bindings) => answer(request, bindings) },
    site: {
      serve: (_request, _response, next) => next(),
    },
    headers: deskHeaders(''),
    host: '127.0.0.1',
    port: 0,
  });
  const deskUrl = `http://localhost:${server.port}`;
  const mails = createDeskMails(
    (mail) => {
      sent.push(mail);
      return Promise.resolve();
    },
    'Website <website@example.com>',
    deskUrl,
    log,
  );
  const dependencies: DeskDependencies = {
    deskUrl,
    findOrigin: createOriginFinder(undefined, server.port),
    isTrial: false,
    secret: 'a secret for the tests alone',
    publishableKey: PUBLISHABLE_KEY,
    details: { brand: 'Gable & Wynd', phone: '0131 496 0123', siteUrl: 'http://localhost:4321' },
    pools,
    mails,
    limits: NO_LIMITS,
    onErased: () => Promise.resolve(),
    trustedProxies: [],
    log,
    ...overrides,
  };
  answer = createDeskApp(dependencies).fetch;

  const openClient = () => createDeskClient(deskUrl);

  return {
    url: deskUrl,
    port: server.port,
    database,
    sent,
    lines,
    openClient,
    addPerson: (name: string, email: string, role: StaffRole = 'owner') =>
      addStaff(database.admin, { name, email, role }),
    createLinkToken: (userId: string) => createLinkToken(database.admin, userId),
    /**
     * Waits for pending mails.
     *
     * @returns the newest code that was mailed to an e-mail address
     * @throws {Error} if no code was mailed
     */
    async readCode(email: string): Promise<string> {
      await mails.settle();
      const mail = sent.findLast(({ to, text }) => to === email && /\b\d{8}\b/.test(text));
      if (!mail) throw new Error(`No code was mailed to ${email}.`);
      return /\b\d{8}\b/.exec(mail.text)?.[0] ?? '';
    },
    settleMails: () => mails.settle(),
    close: async () => {
      await server.close();
      await mails.settle();
      await Promise.all([pools.asDeskAuth.end(), pools.asStaff.end()]);
      await database.drop();
    },
  };
}

/** Signs in with a mailed one-time code. */
export async function signInByMail(desk: DeskServer, email: string): Promise<DeskClient> {
  const client = desk.openClient();
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const token = await desk.readCode(email);
  const { error } = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (error) throw error;
  return client;
}

/** Registers a passkey, as the browser would. */
export async function registerPasskey(desk: DeskServer, client: DeskClient, authenticator: Authenticator) {
  const started = await client.auth.passkey.startRegistration();
  if (started.error) return started;
  const { challenge_id: challengeId, options } = started.data;
  return client.auth.passkey.verifyRegistration({
    challengeId,
    credential: authenticator.create(options, { origin: desk.url }),
  });
}

/** Signs in with a passkey, as the browser would. */
export async function signInByPasskey(
  desk: DeskServer,
  authenticator: Authenticator,
  ceremony: Partial<Parameters<Authenticator['get']>[1]> = {},
) {
  const client = desk.openClient();
  const started = await client.auth.passkey.startAuthentication();
  if (started.error) throw started.error;
  const { challenge_id: challengeId, options } = started.data;
  const credential = authenticator.get(options, { origin: desk.url, ...ceremony });
  const result = await client.auth.passkey.verifyAuthentication({ challengeId, credential });
  return { client, challengeId, credential, ...result };
}
