import { SESSION_KEY } from './session-key.ts';
import type { DeskConfig } from './types.ts';

/** The key in local storage for the part of the last /config.json that the prefetch needs. */
const BACKEND_KEY = 'desk.backend';

export const FIRST_PAGE = { view: 'now', before: null, page_size: 50 } as const;

/** The calls, with their arguments, whose results the database's function `desk.first_screen` returns together. */
const PARTS = { me: {}, changes: { after: null }, inbox: FIRST_PAGE };

/** An older response is not used, because it may be out of date. */
const MAX_AGE_MS = 10_000;
/** An access token that expires sooner is not used for the prefetch: the sign-in client renews it first. */
const MIN_TOKEN_LIFE_MS = 30_000;

type Prefetched = {
  token: string;
  at: number;
  response: Promise<Record<string, unknown>>;
  /** The calls whose part of the response has not been used yet. */
  unused: Set<string>;
};

let config: Promise<Response> | undefined;
let prefetched: Prefetched | undefined;

const keyOf = (name: string, args: object): string => `${name} ${JSON.stringify(args)}`;

function readToken(): string | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Record<string, unknown>;
    const msLeft = Number(session.expires_at) * 1000 - Date.now();
    return msLeft > MIN_TOKEN_LIFE_MS ? String(session.access_token) : undefined;
  } catch {
    return undefined;
  }
}

type Backend = Pick<DeskConfig, 'supabaseUrl' | 'supabaseKey'>;

async function requestFirstScreen({ supabaseUrl, supabaseKey }: Backend, token: string) {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/first_screen`, {
    method: 'POST',
    body: '{}',
    headers: {
      apikey: supabaseKey,
      authorization: `Bearer ${token}`,
      'content-profile': 'desk',
      'content-type': 'application/json',
    },
  });
  if (!response.ok) throw new Error(`first_screen failed with status ${response.status}.`);
  return (await response.json()) as Record<string, unknown>;
}

/** The backend of the last visit's /config.json, as JSON. */
const knownBackend = (): string | null => localStorage.getItem(BACKEND_KEY);

async function rememberBackend(config: Promise<DeskConfig>): Promise<Backend> {
  const { supabaseUrl, supabaseKey } = await config;
  const backend: Backend = { supabaseUrl, supabaseKey };
  const named = JSON.stringify(backend);
  if (named !== knownBackend()) localStorage.setItem(BACKEND_KEY, named);
  return backend;
}

/**
 * Requests the first screen from the backend that the last visit's /config.json named, so that the request does not
 * wait for the file of this visit.
 *
 * @throws if the file names another backend now
 */
async function requestEarly(known: string | null, backend: Promise<Backend>, token: string) {
  if (known === null) return requestFirstScreen(await backend, token);
  const early = requestFirstScreen(JSON.parse(known) as Backend, token);
  // An error is handled below, after the other promise.
  early.catch(() => undefined);
  if (JSON.stringify(await backend) !== known)
    throw new Error('/config.json names another backend than at the last visit.');
  return early;
}

/**
 * Requests the data of the first screen while the app's scripts are still loading. On a phone, a round trip to the
 * server takes about as long as loading the scripts. The first calls of the app take the results (`calls.ts`).
 */
export async function prefetchFirstScreen(): Promise<void> {
  // `fetch` gets no options, so that the browser reuses the response to the preload link in index.html.
  config = fetch('/config.json');
  const known = knownBackend();
  const backend = rememberBackend(config.then((response) => response.clone().json() as Promise<DeskConfig>));
  const token = readToken();
  if (token === undefined) {
    backend.catch(() => undefined);
    // Only the Supabase client can sign the user in or renew the session, so it is loaded instead.
    await import('./supabase-clients.ts');
    return;
  }
  const result = requestEarly(known, backend, token);
  const unused = new Set(Object.entries(PARTS).map(([name, args]) => keyOf(name, args)));
  // Set before the first `await`, so that the app's first calls find it and send no second request.
  prefetched = { token, at: Date.now(), response: result, unused };
  await result;
}

/** Whether the data of the first screen has been requested, and not been used yet. */
export const isPrefetched = (): boolean => prefetched !== undefined;

/** The response to the prefetch of /config.json. The first caller gets it; later ones get undefined. */
export function takePrefetchedConfig(): Promise<Response> | undefined {
  const taken = config;
  config = undefined;
  return taken;
}

/**
 * The prefetched result of a call, or undefined. Each is used once, for the same access token and within ten seconds.
 * Any other call discards the rest, because a list that is used later would lack changes that polling has brought in
 * the meantime.
 *
 * @throws if the prefetch failed
 */
export async function takePrefetched(name: string, args: object): Promise<unknown> {
  if (prefetched === undefined) return undefined;
  const isInTime = prefetched.token === readToken() && Date.now() - prefetched.at <= MAX_AGE_MS;
  if (!isInTime || !prefetched.unused.delete(keyOf(name, args))) {
    prefetched = undefined;
    return undefined;
  }
  return (await prefetched.response)[name];
}
