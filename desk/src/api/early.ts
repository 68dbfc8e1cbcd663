import type { DeskConfig } from './types.ts';

/** Where the sign-in client keeps its session. */
export const SESSION_KEY = 'sb-desk-auth-token';
export const FIRST_PAGE = { view: 'now', before: null, limit: 50 } as const;

/** An answer that nobody has taken by then is old. */
const LIFE_MS = 10_000;
/** A token that ends sooner is made anew first. */
const LEAST_LEFT_MS = 30_000;

let config: Promise<Response> | undefined;
const answers = new Map<string, { at: number; response: Promise<Response> }>();

const keyOf = (name: string, args: object, token: string): string =>
  `${name} ${JSON.stringify(args)} ${token}`;

function readToken(): string | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Record<string, unknown>;
    const msLeft = Number(session.expires_at) * 1000 - Date.now();
    return msLeft > LEAST_LEFT_MS ? String(session.access_token) : undefined;
  } catch {
    return undefined;
  }
}

function ask(
  { supabaseUrl, supabaseKey }: DeskConfig,
  token: string,
  name: string,
  args: object,
): Promise<Response> {
  const response = fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    body: JSON.stringify(args),
    headers: {
      apikey: supabaseKey,
      authorization: `Bearer ${token}`,
      'content-profile': 'desk',
      'content-type': 'application/json',
    },
  });
  answers.set(keyOf(name, args, token), { at: Date.now(), response });
  return response;
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
  const start = ask(settings, token, 'changes', { after: null });
  await Promise.all([ask(settings, token, 'me', {}), start]);
  // After the cursor, so that no change falls between the two.
  if (/^#?\/?$/.test(location.hash)) await ask(settings, token, 'inbox', FIRST_PAGE);
}

/** The answer to the first request for /config.json, once. */
export function takeEarlyConfig(): Promise<Response> | undefined {
  const taken = config;
  config = undefined;
  return taken;
}

/** The answer to a call, if it was asked for early in the same session, once. */
export function takeEarly(name: string, args: object): Promise<Response> | undefined {
  const token = answers.size > 0 ? readToken() : undefined;
  if (token === undefined) return undefined;
  const key = keyOf(name, args, token);
  const early = answers.get(key);
  answers.delete(key);
  return early !== undefined && Date.now() - early.at < LIFE_MS ? early.response : undefined;
}
