import type { StaffRole } from '#server/database/codes.ts';
import { TEXT_TYPES } from '#server/database/text-types.ts';
import { createDeskApp, type DeskDependencies } from '#server/desk/desk-app.ts';
import { deskHeaders } from '#server/desk/desk-headers.ts';
import { createOriginFinder } from '#server/desk/refuse-foreign-origins.ts';
import { describeEnvironment } from '#server/desk/settings.ts';
import { createDeskMails } from '#server/desk/sign-in-mails.ts';
import { createLinkToken } from '#server/desk/sign-in/links.ts';
import { addStaff } from '#server/desk/staff.ts';
import { parseEnvironment } from '#server/env.ts';
import { createRefusedSignIns } from '#server/operations/fault-watch.ts';
import { openHttpServer, type FetchHandler } from '#server/http-server.ts';
import type { MailMessage } from '#send-email/message.ts';
import { openPool } from '../server/app-with-database.ts';
import { DESK_SECRET, openTestPublishing, ownerOf } from './desk-door.ts';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { createMemoryLog } from '../server/log.ts';
import type { Authenticator, CreationOptions, RequestOptions } from './software-authenticator.ts';
import { TEST_PUSH_SERVICE } from './test-push-service.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { openRoom } from '#server/papers/room.ts';

export type DeskServer = Awaited<ReturnType<typeof startDeskServer>>;
export type DeskClient = ReturnType<typeof createDeskClient>;

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
  readsPerFeed: never,
};

/** A response: `body` is what the JSON has, or a refusal with `hint` and `message`. */
export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/** A browser, as far as the desk's server sees one: it sends requests, and keeps the session's cookie. */
export function createDeskClient(url: string) {
  let cookie: string | undefined;
  async function send(
    method: string,
    path: string,
    given?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(cookie !== undefined && { cookie }), ...headers },
      ...(given !== undefined && { body: typeof given === 'string' ? given : JSON.stringify(given) }),
    });
    const [pair] = response.headers.getSetCookie().map((header) => header.split(';')[0]);
    if (pair !== undefined) cookie = pair.endsWith('=') ? undefined : pair;
    const text = await response.text();
    return {
      status: response.status,
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
      headers: response.headers,
    };
  }
  return {
    send,
    post: (path: string, given: unknown = {}, headers?: Record<string, string>) =>
      send('POST', path, given, headers),
    call: (name: string, given: unknown = {}, headers?: Record<string, string>) =>
      send('POST', `/api/${name}`, given, headers),
    account: () => send('GET', '/account'),
    passkeys: async () => (await send('GET', '/account')).body.passkeys as { id: string; name: string }[],
    followLink: (token: string) => send('POST', '/sign-in/link', { token }),
    /** The cookie of the session, as the browser sends it: `desk=…`. */
    cookie: () => cookie,
    setCookie(pair: string | undefined) {
      cookie = pair;
    },
  };
}

/** The pools of the desk's server, with as many connections as it has. */
export const openDeskPools = (database: TestDatabase) => ({
  asDeskAuth: openPool(database, 'desk_auth', 4, { types: TEXT_TYPES }),
  asStaff: openPool(database, 'desk', 4, { types: TEXT_TYPES }),
  asOwner: ownerOf(database.url),
});

/**
 * Starts the server of the desk (the staff's app) on a real database. Mails are put into a list instead of being sent.
 * It stops at the end of the test, or of the test file.
 */
export async function startDeskServer(overrides: Partial<DeskDependencies> = {}) {
  const database = await createTestDatabase();
  const pools = openDeskPools(database);
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
    secret: DESK_SECRET,
    details: {
      brand: 'Gable & Wynd',
      siteUrl: 'http://localhost:4321',
      calendar: { hours: [], closedDays: [] },
    },
    pools,
    refusedSignIns: createRefusedSignIns(),
    mails,
    limits: NO_LIMITS,
    readRoom: openRoom({ folders: [], mostBytes: Infinity }),
    newerVersions: { list: () => [] },
    serverSettings: describeEnvironment(parseEnvironment({})),
    onErased: () => Promise.resolve(),
    pushService: TEST_PUSH_SERVICE,
    publishing: openTestPublishing(pools.asStaff, pools.asOwner),
    trustedProxies: [],
    log,
    ...overrides,
  };
  const app = createDeskApp(dependencies);
  answer = app.fetch;

  return {
    url: deskUrl,
    port: server.port,
    app,
    database,
    sent,
    lines,
    openClient: () => createDeskClient(deskUrl),
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
    close: closeAtEnd(async () => {
      await server.close();
      await mails.settle();
      await database.drop();
    }),
  };
}

function expectDone(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

export async function signInByMail(desk: DeskServer, email: string): Promise<DeskClient> {
  const client = desk.openClient();
  await client.post('/sign-in/code', { email });
  expectDone(await client.post('/sign-in/code/check', { email, code: await desk.readCode(email) }));
  return client;
}

/** What the server asks an authenticator for. */
export type Started = {
  challenge_id: string;
  options: CreationOptions & RequestOptions & { userVerification?: string };
};

/** Registers a passkey, as the browser would. */
export async function registerPasskey(desk: DeskServer, client: DeskClient, authenticator: Authenticator) {
  const started = await client.post('/account/passkeys/options');
  if (started.status !== 200) return started;
  const { challenge_id, options } = started.body as unknown as Started;
  const credential = authenticator.create(options, { origin: desk.url });
  return client.post('/account/passkeys', { challenge_id, credential });
}

export async function signInByPasskey(
  desk: DeskServer,
  authenticator: Authenticator,
  ceremony: Partial<Parameters<Authenticator['get']>[1]> = {},
) {
  const client = desk.openClient();
  const { body } = expectDone(await client.post('/sign-in/passkey/options'));
  const { challenge_id, options } = body as unknown as Started;
  const credential = authenticator.get(options, { origin: desk.url, ...ceremony });
  const answer = await client.post('/sign-in/passkey', { challenge_id, credential });
  return { client, challengeId: challenge_id, credential, ...answer };
}

export async function signInNewPerson(desk: DeskServer, email: string, authenticator: Authenticator) {
  const id = await desk.addPerson('Somebody', email);
  expectDone(await registerPasskey(desk, await signInByMail(desk, email), authenticator));
  return { id, client: (await signInByPasskey(desk, authenticator)).client };
}
