import { send } from './send.ts';

export const FIRST_PAGE = { view: 'now', before: null, page_size: 50 } as const;

/** The calls, with their arguments, whose results the call `first_screen` returns together. */
const PARTS = { me: {}, changes: { after: null }, inbox: FIRST_PAGE };

/** An older response is not used, because it may be out of date. */
const MAX_AGE_MS = 10_000;

type Prefetched = {
  at: number;
  response: Promise<Record<string, unknown>>;
  /** The calls whose part of the response has not been used yet. */
  unused: Set<string>;
};

let config: Promise<Response> | undefined;
let prefetched: Prefetched | undefined;

const keyOf = (name: string, args: object): string => `${name} ${JSON.stringify(args)}`;

/**
 * Requests the data of the first screen while the app's scripts are still loading. On a phone, a round trip to the
 * server takes about as long as loading the scripts. The first calls of the app take the results (`calls.ts`).
 */
export async function prefetchFirstScreen(): Promise<void> {
  // `fetch` gets no options, so that the browser reuses the response to the preload link in index.html.
  config = fetch('/config.json');
  // A one-time link opens a session of its own first.
  if (location.hash.startsWith('#/link/')) return;
  const response = send('POST', '/api/first_screen', {}) as Prefetched['response'];
  const unused = new Set(Object.entries(PARTS).map(([name, args]) => keyOf(name, args)));
  // Set before the first `await`, so that the app's first calls find it and send no second request.
  prefetched = { at: Date.now(), response, unused };
  await Promise.all([config, response]);
}

/** Whether the data of the first screen has been requested, and not been used yet. */
export const isPrefetched = (): boolean => prefetched !== undefined;

/** Forgets the results, because somebody else has signed in. */
export function discardPrefetched(): void {
  prefetched = undefined;
}

/** The response to the prefetch of /config.json. The first caller gets it; later ones get undefined. */
export function takePrefetchedConfig(): Promise<Response> | undefined {
  const taken = config;
  config = undefined;
  return taken;
}

/**
 * The prefetched result of a call, or undefined. Each is used once, within ten seconds. Any other call discards the rest,
 * because a list that is used later would lack changes that polling has brought in the meantime.
 *
 * @throws {Refusal | Unavailable} if the prefetch failed
 */
export async function takePrefetched(name: string, args: object): Promise<unknown> {
  if (prefetched === undefined) return undefined;
  const isInTime = Date.now() - prefetched.at <= MAX_AGE_MS;
  if (!isInTime || !prefetched.unused.delete(keyOf(name, args))) {
    prefetched = undefined;
    return undefined;
  }
  return (await prefetched.response)[name];
}
