/**
 * The service worker: keeps the desk's shell, so that it opens without a connection, and shows what the server tells of
 * leads. It keeps only files that are the same for everybody, and takes no part in the desk's calls.
 *
 * A new version is used once all tabs of the old one are closed, because these may still load scripts of the old one. The page
 * itself always comes from the server, if that answers.
 */

/** What the build puts in place of `__SHELL__` (`desk/vite.config.ts`). */
declare const __SHELL__: { version: string; files: string[] };

// TypeScript knows either the names of a page or those of a service worker, not both in one program.
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};
type PushEvent = WorkerEvent & { data: { json: () => unknown } | null };
type ClickEvent = WorkerEvent & { notification: Notification };
type Tab = { focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> };
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: object) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
    (name: 'fetch', listener: (event: FetchEvent) => void): void;
    (name: 'push', listener: (event: PushEvent) => void): void;
    (name: 'notificationclick', listener: (event: ClickEvent) => void): void;
  };
};

const { registration, clients, addEventListener: listen } = globalThis as unknown as Scope;
const { version, files } = __SHELL__;
const CACHE = `shell-${version}`;

const kept = async (path: string) => (await caches.open(CACHE)).match(path);

async function removeOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await registration.navigationPreload.enable();
  await clients.claim();
}

/** The page from the server; if that does not answer, the page that is kept, which says so and tries again. */
async function openPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const response = await preloadResponse.then((early) => early ?? fetch(request)).catch(() => undefined);
  return response && response.status < 500 ? response : ((await kept('/')) ?? response ?? Response.error());
}

async function show(url: string): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window' });
  if (!open) await clients.openWindow(url);
  else {
    await open.focus();
    await open.navigate(url);
  }
}

listen('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files))));
listen('activate', (event) => event.waitUntil(removeOlder()));
listen('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname !== '/' && files.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(event.request)));
  }
});
listen('push', (event) => {
  const { notification } = event.data?.json() as { notification: Record<string, string> };
  const { title = '', navigate, ...options } = notification;
  const shown = { ...options, icon: '/icon-192.png', renotify: true, data: navigate };
  event.waitUntil(registration.showNotification(title, shown));
});
listen('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data as string));
});

export {};
