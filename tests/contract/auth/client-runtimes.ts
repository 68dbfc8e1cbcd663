import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, JSHandle, Page } from '@playwright/test';
import { vi } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts';
import { NOW, type Answer, type SiteClient } from './simulated-responses.ts';
import { GIVEN, type Run } from './calls.ts';

const DIST = join(import.meta.dirname, '../../../dist');

/** How a client starts. */
export type Start = {
  /** Items in the local storage. Each name is what follows the client's storage key: '' for the session itself. */
  items?: Record<string, unknown>;
  /** In Node: another backend's URL, or another API key than the site's. */
  url?: string;
  key?: string;
  /** In a browser: the end of the page's URL, such as `?code=…` or `#access_token=…`. */
  urlEnd?: string;
  hostname?: '127.0.0.1' | 'localhost';
  /** In a browser: runs in the page before the client is loaded. */
  prepare?: () => void;
  hasSecurityKey?: boolean;
  /** In a browser: reuses the page and the client of the previous call. */
  isNext?: boolean;
};

type StoredSession = { access_token: string; refresh_token: string; user?: unknown } | null;

/** A client that has started, and what can be observed of it. */
export type Opened = {
  /** Calls the given function with the client. @returns its result after a round trip through JSON, or `{ thrown }` */
  run: (run: Run, given?: typeof GIVEN) => Promise<unknown>;
  store: (session: unknown) => Promise<void>;
  stored: () => Promise<StoredSession>;
  /** Every event except INITIAL_SESSION, with the refresh token of its session. */
  events: () => Promise<[event: string, refreshToken: string | null][]>;
  warnings: string[];
};

type Runtime = {
  server: RecordingServer;
  answerWith: (answer: Answer) => void;
  /** The client's requests. */
  requests: () => RecordingServer['requests'];
  open: (start?: Start) => Promise<Opened>;
  close: () => Promise<void>;
};

type AuthMessage = { event: string; session: { refresh_token: string } | null };

const storageKeyOf = (hostname: string) => `sb-${hostname.split('.')[0] ?? ''}-auth-token`;

/**
 * Clients in Node, from the source (`src/forms/core/supabase.ts`). The test replaces the URL and the publishable key,
 * which otherwise the build sets, and gives the client a local storage in memory.
 */
export async function startNode(): Promise<Runtime & { endClients: () => Promise<void> }> {
  const server = await startRecordingServer(() => new Response());
  const clients: SiteClient[] = [];
  return {
    server,
    answerWith(answer) {
      server.answer = answer;
    },
    requests: () => server.requests,
    async open({ url = server.url, key = PUBLISHABLE_KEY, items = {} } = {}) {
      const storage = new MemoryStorage();
      const storageKey = storageKeyOf(new URL(url).hostname);
      for (const [suffix, item] of Object.entries(items)) {
        storage.setItem(storageKey + suffix, JSON.stringify(item));
      }
      vi.resetModules();
      vi.doMock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: key }));
      vi.stubGlobal('window', { localStorage: storage });
      const warnings: string[] = [];
      vi.spyOn(console, 'warn').mockImplementation((message) => void warnings.push(String(message)));
      const { supabase } = await import('#src/forms/core/supabase.ts');
      clients.push(supabase);

      const events: [string, string | null][] = [];
      await supabase.auth.initialize();
      await new Promise<void>((resolve) => {
        supabase.auth.onAuthStateChange((event, session) => {
          if (event === 'INITIAL_SESSION') resolve();
          else events.push([event, session?.refresh_token ?? null]);
        });
      });
      return {
        async run(run, given = GIVEN) {
          try {
            return JSON.parse(JSON.stringify((await run(supabase, given)) ?? null)) as unknown;
          } catch (error) {
            return { thrown: (error as Error).message };
          }
        },
        store: (session) => {
          storage.setItem(storageKey, JSON.stringify(session));
          return Promise.resolve();
        },
        stored: () => Promise.resolve(JSON.parse(storage.getItem(storageKey) ?? 'null') as StoredSession),
        events: () => Promise.resolve(events),
        warnings,
      };
    },
    async endClients() {
      for (const client of clients.splice(0)) {
        await client.auth.dispose();
        await client.realtime.disconnect();
      }
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    },
    close: () => server.close(),
  };
}

/** An expression that runs in a page: imports the client's script of the built site, and resolves to the client. */
export const LOAD_CLIENT = (() => {
  const [script = 'not-built.js'] = globSync('_astro/supabase.*.js', { cwd: DIST });
  return `import('/${script}').then((module) => module.supabase)`;
})();

const isCall = (path: string) => /^\/(?:auth|rest|functions|storage|realtime)\/v1\//.test(path);

const EMPTY_PAGE = '<!doctype html><html lang="en-GB"><head><title>Empty</title></head><body></body></html>';

/** Serves the built home page, its scripts, and empty pages on which a test loads the client. */
function serveSite({ pathname }: URL): Response {
  if (pathname === '/') return new Response(readFileSync(join(DIST, 'index.html')), { headers: HTML });
  // A browser stays on its page if a navigation is answered with 204.
  if (pathname === '/elsewhere') return new Response(null, { status: 204 });
  if (!pathname.startsWith('/_astro/')) return new Response(EMPTY_PAGE, { headers: HTML });
  const type = pathname.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
  return new Response(readFileSync(join(DIST, pathname)), { headers: { 'content-type': type } });
}
const HTML = { 'content-type': 'text/html' };

/** Runs in the page: fills the storage, and collects the events as another tab receives them. */
function prepareStorage([storageKey, items]: readonly [string, Record<string, unknown>]): void {
  localStorage.clear();
  for (const [suffix, item] of Object.entries(items)) {
    localStorage.setItem(storageKey + suffix, JSON.stringify(item));
  }
  const received: [string, string | null][] = [];
  const receiver = new BroadcastChannel(storageKey);
  let readAll: (() => void) | undefined;
  receiver.addEventListener('message', ({ data }: MessageEvent<AuthMessage>) => {
    if (data.event === 'LAST') readAll?.();
    else received.push([data.event, data.session?.refresh_token ?? null]);
  });
  const sender = new BroadcastChannel(storageKey);
  Object.assign(window, {
    async readEvents() {
      // The client emits some events in a separate task. Messages arrive in order, so LAST comes after these events.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const all = new Promise<void>((resolve) => {
        readAll = resolve;
      });
      sender.postMessage({ event: 'LAST' });
      await all;
      return received;
    },
  });
}

/** Clients in Chromium, from the script of the built site. The host of the pages also answers the client's calls. */
export async function startBrowser(): Promise<Runtime & { page: Page }> {
  const host = (answer: Answer): Answer => {
    return (request) => {
      const url = new URL(request.url);
      return isCall(url.pathname) ? answer(request) : serveSite(url);
    };
  };
  const [browser, server] = await Promise.all([
    launchChromium(),
    startRecordingServer(host(() => new Response())),
  ]);
  const page = await browser.newPage();
  page.context().setDefaultTimeout(WAIT_LIMIT_MS);
  await page.clock.setFixedTime(NOW * 1000);
  const protocol: CDPSession = await page.context().newCDPSession(page);
  async function setSecurityKey(isPlugged: boolean): Promise<void> {
    // Removes the previous page's virtual authenticator.
    await protocol.send('WebAuthn.disable');
    await protocol.send('WebAuthn.enable');
    if (!isPlugged) return;
    await protocol.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
  }

  let warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  let client: JSHandle<SiteClient> | undefined;
  let pages = 0;
  return {
    page,
    server,
    answerWith(answer) {
      server.answer = host(answer);
    },
    requests: () => server.requests.filter(({ line }) => isCall(line.split(' ')[1] ?? '')),
    async open({
      items = {},
      urlEnd = '',
      hostname = '127.0.0.1',
      prepare,
      hasSecurityKey = false,
      isNext,
    } = {}) {
      const key = storageKeyOf(hostname);
      warnings = [];
      if (isNext && client) {
        await page.evaluate(prepareStorage, [key, items] as const);
      } else {
        // A unique path, because the browser does not load a page again if its URL differs only in the fragment.
        await page.goto(`http://${hostname}:${server.port}/empty/${pages++}${urlEnd}`);
        await page.evaluate(prepareStorage, [key, items] as const);
        await setSecurityKey(hasSecurityKey);
        if (prepare) await page.evaluate(prepare);
        client = await page.evaluateHandle<SiteClient>(LOAD_CLIENT);
        await client.evaluate(({ auth }) => auth.initialize().then(() => undefined));
      }
      const opened = client;
      return {
        async run(run, given = GIVEN) {
          const json = await opened.evaluate(
            async (site, [text, arguments_]) => {
              try {
                const work = (0, eval)(`(${text})`) as Run;
                return JSON.stringify((await work(site, arguments_)) ?? null);
              } catch (error) {
                return JSON.stringify({ thrown: (error as Error).message });
              }
            },
            [run.toString(), given] as const,
          );
          return JSON.parse(json) as unknown;
        },
        store: (session) =>
          page.evaluate(([name, item]) => localStorage.setItem(name, item), [
            key,
            JSON.stringify(session),
          ] as const),
        stored: async () =>
          JSON.parse(
            (await page.evaluate((name) => localStorage.getItem(name), key)) ?? 'null',
          ) as StoredSession,
        events: () => page.evaluate<[string, string | null][]>('readEvents()'),
        warnings,
      };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
