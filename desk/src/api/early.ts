import type { DeskConfig } from './types.ts';

/** Where the sign-in client keeps its session. */
export const SESSION_KEY = 'sb-desk-auth-token';
export const FIRST_PAGE = { view: 'now', before: null, limit: 50 } as const;

/** The calls whose answers `start` has. */
const PARTS = { me: {}, changes: { after: null }, inbox: FIRST_PAGE };

/** An answer that nobody has taken by then is old. */
const LIFE_MS = 10_000;
/** A token that ends sooner is made anew first. */
const LEAST_LEFT_MS = 30_000;

let config: Promise<Response> | undefined;
let asked: { token: string; at: number; answer: Promise<Record<string, unknown>> } | undefined;
let untaken: Set<string>;

const keyOf = (name: string, args: object): string => `${name} ${JSON.stringify(args)}`;

function readToken(): string | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Record<string, unknown>;
    const msLeft = Number(session.expires_at) * 1000 - Date.now();
    return msLeft > LEAST_LEFT_MS ? String(session.access_token) : undefined;
  } catch {
    return undefined;
  }
}

async function askStart({ supabaseUrl, supabaseKey }: DeskConfig, token: string) {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/start`, {
    method: 'POST',
    body: '{}',
    headers: {
      apikey: supabaseKey,
      authorization: `Bearer ${token}`,
      'content-profile': 'desk',
      'content-type': 'application/json',
    },
  });
  if (!response.ok) throw new Error(`start was answered with ${response.status}.`);
  return (await response.json()) as Record<string, unknown>;
}

/**
 * Asks for what the first screen needs while the app's scripts are still on their way: a round trip of a phone takes
 * as long as they do. The calls themselves take the answers, and know nothing of it.
 */
export async function askEarly(): Promise<void> {
  // Without options, so that the browser takes the answer to the page's preload.
  config = fetch('/config.json');
  const token = readToken();
  if (token === undefined) {
    // The client has to come first: it signs somebody in, or renews the session.
    await import('./supabase.ts');
    return;
  }
  const settings = (await (await config).clone().json()) as DeskConfig;
  untaken = new Set(Object.entries(PARTS).map(([name, args]) => keyOf(name, args)));
  asked = { token, at: Date.now(), answer: askStart(settings, token) };
  await asked.answer;
}

/** The answer to the first request for /config.json, once. */
export function takeEarlyConfig(): Promise<Response> | undefined {
  const taken = config;
  config = undefined;
  return taken;
}

/**
 * The answer to a call, if it was asked for early in the same session, once, and before any other call: a list that is
 * taken later would lack the changes that have been polled since.
 *
 * @throws when `start` was refused or not answered
 */
export async function takeEarly(name: string, args: object): Promise<unknown> {
  const isFirst = asked?.token === readToken() && untaken.delete(keyOf(name, args));
  if (asked === undefined || !isFirst || Date.now() - asked.at > LIFE_MS) {
    asked = undefined;
    return undefined;
  }
  return (await asked.answer)[name];
}
