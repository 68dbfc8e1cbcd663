import { createClient } from '@supabase/supabase-js';
import { createDeskApp, type DeskDependencies } from '../../server/desk/desk-app.ts';
import { deskHeaders } from '../../server/desk/desk-headers.ts';
import { createDeskMails } from '../../server/desk/mails.ts';
import { createLink } from '../../server/desk/one-time-links.ts';
import { addPerson, type StaffRole } from '../../server/desk/people.ts';
import { createOriginFinder } from '../../server/desk/refuse-foreign.ts';
import { openHttpServer, type Answer } from '../../server/http-server.ts';
import type { MailMessage } from '../../supabase/functions/send-email/message.ts';
import type { Authenticator } from './authenticator.ts';
import { createTestDatabase } from './database.ts';
import { createMemoryLog } from './log.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { openPool } from './stack.ts';

export type TestDesk = Awaited<ReturnType<typeof startDesk>>;
export type DeskClient = ReturnType<TestDesk['openClient']>;

const never = () => Promise.resolve(undefined);

/** Limits that nothing reaches: all tests come from one address. */
const NO_LIMITS: DeskDependencies['limits'] = {
  codesPerAddress: never,
  codesPerMailbox: never,
  triesPerAddress: never,
  triesPerAccount: never,
  passkeyOptionsPerAddress: never,
  callsPerSession: never,
};

/** supabase-js as the desk's app configures it. */
export function createDeskClient(url: string, key = PUBLISHABLE_KEY) {
  return createClient(url, key, {
    db: { schema: 'desk' },
    auth: {
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: createStorage(),
    },
  });
}

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

/** The desk's listener on a port, on a real database; mails go to a list. */
export async function startDesk(overrides: Partial<DeskDependencies> = {}) {
  const database = await createTestDatabase();
  // As many connections as the server has.
  const pools = {
    asDeskAuth: openPool(database, 'desk_auth', 4),
    asStaff: openPool(database, 'authenticated', 4),
  };
  const { log, lines } = createMemoryLog();
  const sent: MailMessage[] = [];
  const waiting = new Set<() => void>();
  let answer: Answer = () => new Response(null, { status: 503 });
  const server = await openHttpServer({
    app: { fetch: (request, bindings) => answer(request, bindings) },
    site: {
      serve: (_request, _response, next) => {
        next();
      },
    },
    headers: deskHeaders(''),
    host: '127.0.0.1',
    port: 0,
  });
  const deskUrl = `http://localhost:${server.port}`;
  const mails = createDeskMails(
    (mail) => {
      sent.push(mail);
      for (const look of waiting) look();
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
      addPerson(database.admin, { name, email, role }),
    createLink: (userId: string) => createLink(database.admin, userId),
    /** Resolves with the newest code that was mailed to an address, once there is one. */
    async waitForCode(email: string): Promise<string> {
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

/** Asks for a code and signs in with it. */
export async function signInByMail(desk: TestDesk, email: string): Promise<DeskClient> {
  const client = desk.openClient();
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const token = await desk.waitForCode(email);
  const { error } = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (error) throw error;
  return client;
}

/** Registers a passkey, as the browser would. */
export async function registerPasskey(
  desk: TestDesk,
  client: DeskClient,
  key: Authenticator,
  origin = desk.url,
) {
  const started = await client.auth.passkey.startRegistration();
  if (started.error) return started;
  const { challenge_id: challengeId, options } = started.data;
  return client.auth.passkey.verifyRegistration({ challengeId, credential: key.create(options, { origin }) });
}

/** Signs in with a passkey, as the browser would. */
export async function signInByPasskey(
  desk: TestDesk,
  key: Authenticator,
  ceremony: Partial<Parameters<Authenticator['get']>[1]> = {},
) {
  const client = desk.openClient();
  const started = await client.auth.passkey.startAuthentication();
  if (started.error) throw started.error;
  const { challenge_id: challengeId, options } = started.data;
  const credential = key.get(options, { origin: desk.url, ...ceremony });
  const answer = await client.auth.passkey.verifyAuthentication({ challengeId, credential });
  return { client, challengeId, credential, ...answer };
}
