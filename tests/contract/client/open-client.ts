import { setMaxListeners } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { MemoryStorage } from '../../support/browser/memory-storage.ts';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';

export type SiteClient = typeof import('#src/forms/core/supabase.ts').supabase;

/** The time in these tests, in seconds since 1970. Only `vi.advanceTimersByTimeAsync` moves it. */
export const NOW = 1_800_000_000;
export const PROJECT_URL = 'https://project.supabase.co';
export const STORAGE_KEY = 'sb-project-auth-token';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token whose claims can be read, but whose signature is not valid. */
export const createToken = (alg: string, kid = '', claims: object = { exp: NOW + 3600 }) =>
  `${encode({ alg, kid })}.${encode(claims)}.${encode({})}`;

/** A session as the auth service sends it and the client stores it. */
export function createSession(refresh_token: string, expires_in = 3600, aal = 'aal1') {
  const expires_at = NOW + expires_in;
  const access_token = createToken('HS256', '', { sub: 'user', exp: expires_at, aal });
  return { access_token, refresh_token, token_type: 'bearer', expires_in, expires_at, user: { id: 'user' } };
}
export const STORED = createSession('stored');
export const EXPIRED = createSession('expired', -1);
export const ANSWERED = createSession('answered');

/** Answers as the auth service does on success, as far as the client reads the answer. */
export function accept({ url }: Request): Response {
  if (/factors\/[^/]+\/verify$/.test(url)) return Response.json(createSession('answered', 3600, 'aal2'));
  if (/\/(?:signup|verify|token)(?:\?|$)/.test(url)) return Response.json(ANSWERED);
  return Response.json({ id: 'user', url: `${PROJECT_URL}/elsewhere` });
}

/** Refuses every request as the auth service does. */
export const refuse = (status: number) => () =>
  Response.json({ error_code: 'refused', msg: 'Refused' }, { status });

type Start = {
  url?: string;
  /** What the local storage holds as the session, or `null`. */
  session?: unknown;
  /** The end of the page's URL, such as `#access_token=…`. */
  urlEnd?: string;
  answer?: (request: Request) => Response;
};

type Sent = {
  /** Method, path and query. */
  line: string;
  body: unknown;
  request: Request;
  /** The browser navigates to the URL or opens a WebSocket, so the request has none of the client's headers. */
  isNavigation: boolean;
  /** In ms since the test began. */
  atMs: number;
};

/**
 * Opens the site's client (`src/forms/core/supabase.ts`) in Node, with stand-ins for the parts of a browser that it
 * uses: storage, the page's URL, the tab's visibility, `fetch` and `WebSocket`.
 */
export async function openClient({
  url = PROJECT_URL,
  session = null,
  urlEnd = '',
  answer = accept,
}: Start = {}) {
  vi.useFakeTimers({ now: NOW * 1000 });
  const requests: Sent[] = [];
  function record(request: Request, text = '', isNavigation = false) {
    const line = `${request.method} ${request.url.slice(new URL(request.url).origin.length)}`;
    const body = text ? (JSON.parse(text) as unknown) : undefined;
    requests.push({ line, body, request, isNavigation, atMs: Date.now() - NOW * 1000 });
  }
  const navigate = (to: string | URL) => {
    record(new Request(String(to).replace('wss:', 'https:')), '', true);
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = new Request(input, init);
    record(request.clone(), await request.clone().text());
    return answer(request);
  });
  vi.stubGlobal('WebSocket', function open(this: object, to: string) {
    navigate(to);
  });
  const storage = new MemoryStorage();
  const key = `sb-${new URL(url).hostname.split('.')[0] ?? ''}-auth-token`;
  if (session) storage.setItem(key, JSON.stringify(session));
  const tab = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), {
    localStorage: storage,
    location: Object.assign(new URL(`https://firm.example/${urlEnd}`), { assign: navigate }),
    PublicKeyCredential: () => undefined,
  });
  const warnings: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((message) => void warnings.push(String(message)));
  // The socket library adds a listener to the first page for each client.
  setMaxListeners(0, page);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', tab);
  vi.resetModules();
  vi.doMock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY }));
  const { supabase: client } = await import('#src/forms/core/supabase.ts');
  onTestFinished(() => client.auth.dispose());

  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const { error } = await client.auth.initialize();
  await vi.advanceTimersByTimeAsync(1);
  return {
    client,
    auth: client.auth,
    /** The error of reading the page's URL, or `null`. */
    error,
    events,
    warnings,
    requests,
    lines: () => requests.map(({ line }) => line),
    stored: () => JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as typeof STORED | null,
    setVisibility: (state: 'visible' | 'hidden') => {
      tab.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
