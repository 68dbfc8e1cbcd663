import type { DeskConfig } from './types.ts';

/** Where the sign-in client keeps its session. */
export const SESSION_KEY = 'sb-desk-auth-token';
export const FIRST_PAGE = { view: 'now', before: null, limit: 50 } as const;

/** The calls that `desk.first_screen` answers together. */
const PARTS = { me: {}, changes: { after: null }, inbox: FIRST_PAGE };

/** An answer that is not taken within this time is out of date. */
const LIFE_MS = 10_000;
/** A token with less time left is renewed first. */
const LEAST_LEFT_MS = 30_000;

type Asked = {
  token: string;
  at: number;
  answer: Promise<Record<string, unknown>>;
  /** The calls whose part of the answer nobody has taken. */
  untaken: Set<string>;
};

let config: Promise<Response> | undefined;
let asked: Asked | undefined;

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

async function askFirstScreen({ supabaseUrl, supabaseKey }: DeskConfig, token: string) {
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
  if (!response.ok) throw new Error(`first_screen was answered with ${response.status}.`);
  return (await response.json()) as Record<string, unknown>;
}

/**
 * Asks for what the first screen needs while the app's scripts are still on their way: a round trip of a phone takes
 * as long as they do. The first calls of the app take the answers (`calls.ts`).
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
  const answer = config
    .then((response) => response.clone().json())
    .then((settings: DeskConfig) => askFirstScreen(settings, token));
  const untaken = new Set(Object.entries(PARTS).map(([name, args]) => keyOf(name, args)));
  // Set before the first `await`: a call of the app that came earlier would send a request of its own.
  asked = { token, at: Date.now(), answer, untaken };
  await answer;
}

/** The answer to the first request for /config.json, once. */
export function takeEarlyConfig(): Promise<Response> | undefined {
  const taken = config;
  config = undefined;
  return taken;
}

/**
 * The answer to a call that was asked for early, or undefined. Each is taken once, with the access token that it was
 * asked for with. The first call of another kind ends it, because a list that is taken later would lack the changes
 * that have been polled since.
 *
 * @throws when `first_screen` was refused or not answered
 */
export async function takeEarly(name: string, args: object): Promise<unknown> {
  if (asked === undefined) return undefined;
  const isInTime = asked.token === readToken() && Date.now() - asked.at <= LIFE_MS;
  if (!isInTime || !asked.untaken.delete(keyOf(name, args))) {
    asked = undefined;
    return undefined;
  }
  return (await asked.answer)[name];
}
