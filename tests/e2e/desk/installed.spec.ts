/** The desk as an installed app: what its service worker keeps and shows, in a real browser. */
import type { Page } from '@playwright/test';
import { findChromium, launchOptions } from '#scripts/ensure-chromium.ts';
import { serve } from '#support/server/listen-on-free-port.ts';
import { expect } from '../fixtures.ts';
import { trialTest as test } from './sign-in-fixtures.ts';

// The headless shell has neither notifications nor installation.
test.use({ launchOptions: launchOptions(findChromium()) });

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 403/,
  productVariables: { DESK_PORT: '0' },
});

test('the desk can be installed, keeps its shell and nothing of a lead, and shows what it is told', async ({
  page,
  context,
  product,
  deskLink,
}) => {
  const desk = new URL(deskLink).origin;
  const cdp = await context.newCDPSession(page);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  /** Everything in Cache Storage. */
  const readCaches = () =>
    page.evaluate(async () => {
      const kept: { cache: string; path: string; text: string }[] = [];
      for (const cache of await caches.keys()) {
        const opened = await caches.open(cache);
        for (const request of await opened.keys()) {
          const text = (await (await opened.match(request))?.text()) ?? '';
          kept.push({ cache, path: new URL(request.url).pathname, text });
        }
      }
      return kept;
    });
  const [{ id } = { id: '' }] = await product.query(
    `insert into public.leads (name, phone, message, source) values ('Zebedee Secret', '0131 496 0777', 'Hidden words', 'chat_widget')
     returning id`,
  );

  await test.step('a browser finds nothing that is missing for an installation', async () => {
    await page.goto(deskLink);
    await expect(heading(/Zebedee Secret/)).toBeVisible();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const { errors } = await cdp.send('Page.getAppManifest');
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    // Only that the test's browser keeps nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
    expect(errors).toEqual([]);
    const apple = await page.request.get(`${desk}/icon-180.png`);
    expect([apple.status(), apple.headers()['content-type']]).toEqual([200, 'image/png']);
  });

  await test.step('it keeps the page and the hashed files, and nothing of a lead', async () => {
    await page.goto(`${desk}/#/lead/${String(id)}`);
    await page.reload();
    await expect(page.getByText('Hidden words').filter({ visible: true }).first()).toBeVisible();
    const kept = await readCaches();
    expect(new Set(kept.map(({ cache }) => cache)).size).toBe(1);
    for (const { path, text } of kept) {
      expect(path).toMatch(/^\/(assets\/[\w.-]+)?$/);
      expect(text).not.toMatch(/Zebedee|0777|Hidden words/);
    }
    expect(kept.some(({ path }) => path === '/')).toBe(true);
  });

  await test.step('without a connection it opens, and says so', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(heading('The desk is not answering')).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByText('Hidden words').filter({ visible: true }).first()).toBeVisible();
  });

  await test.step('it shows a message, whose lead is one tap away', async () => {
    const found = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const mine = registrations.find(({ scopeURL }) => scopeURL === `${desk}/`);
        if (mine) resolve(mine.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    const notification = {
      title: 'New enquiry',
      body: 'Z. S.',
      navigate: `${desk}/#/lead/${String(id)}`,
      tag: 'x',
    };
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: desk,
      registrationId: await found,
      data: JSON.stringify({ web_push: 8030, notification }),
    });
    const readShown = () =>
      page.evaluate(async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications();
        return shown.map(({ title, body, data }) => ({ title, body, url: data as string }));
      });
    await expect
      .poll(readShown)
      .toEqual([{ title: 'New enquiry', body: 'Z. S.', url: notification.navigate }]);
  });

  await test.step('after a sign-out, nothing is left of what was shown', async () => {
    await page.goto(`${desk}/#/account`);
    await expect(page.getByRole('heading', { name: 'While the desk is closed' })).toBeVisible();
    await page.evaluate(() => localStorage.setItem('desk.device', 'a device'));
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await expect(heading('Open the printed link')).toBeVisible();
    const left = await page.evaluate(async () => ({
      shown: (await (await navigator.serviceWorker.ready).getNotifications()).length,
      stored: localStorage.getItem('desk.device'),
    }));
    expect(left).toEqual({ shown: 0, stored: null });
    for (const { text } of await readCaches()) expect(text).not.toMatch(/Zebedee|0777|Hidden words/);
  });
});

/** Stands in front of the desk. After `release`, as if a new version were there: a script of a page has another name. */
async function serveVersions(desk: string) {
  /** The script's path in the old version. */
  let former: string | undefined;
  const renamed = (name: string) => name.replace('FunnelPage-', 'FunnelPage-new-');
  const readWorker = async () => (await fetch(`${desk}/service-worker.js`)).text();
  const server = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === former) return new Response(null, { status: 404 });
    const path = former !== undefined && pathname === renamed(former) ? former : pathname;
    const headers = new Headers(request.headers);
    for (const name of ['host', 'if-none-match', 'if-modified-since']) headers.delete(name);
    if (headers.has('origin')) headers.set('origin', desk);
    const body = request.method === 'GET' ? undefined : await request.text();
    const response = await fetch(`${desk}${path}${search}`, {
      ...{ method: request.method, headers, redirect: 'manual' },
      ...(body !== undefined && { body }),
    });
    const answered = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length', 'connection', 'keep-alive'])
      answered.delete(name);
    if (former !== undefined && pathname === '/service-worker.js') {
      const worker = (await response.text()).replace(/"version":"\w+"/, '"version":"next"');
      return new Response(worker.replace(former, renamed(former)), { headers: answered });
    }
    return new Response(response.body, { status: response.status, headers: answered });
  });
  return {
    ...server,
    async release(): Promise<void> {
      former = /\/assets\/FunnelPage-[\w-]+\.js/.exec(await readWorker())?.[0];
    },
  };
}

test('after an update, a tab of the old version still opens every page, and the new version waits until both tabs are closed', async ({
  context,
  deskLink,
}) => {
  const { origin: desk, hash } = new URL(deskLink);
  const versions = await serveVersions(desk);
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(`${versions.url}/${path}`);
    await expect(page.getByRole('link', { name: 'Funnel' })).toBeVisible();
    return page;
  };
  const first = await open(hash);
  const readState = (page: Page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return { waits: registration?.waiting !== null, caches: (await caches.keys()).sort() };
    });
  await first.evaluate(async () => navigator.serviceWorker.ready);
  const second = await open('');
  await expect.poll(() => second.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const [old = ''] = (await readState(first)).caches;

  await versions.release();
  await second.reload();
  await expect.poll(() => readState(first)).toEqual({ waits: true, caches: [old, 'shell-next'].sort() });
  await expect(second.getByRole('link', { name: 'Funnel' })).toBeVisible();
  // The server no longer has this page's script.
  await first.getByRole('link', { name: 'Funnel' }).click();
  await expect(first.getByRole('heading', { level: 1, name: 'Funnel' })).toBeVisible();

  await second.close();
  await first.close();
  // The browser starts the new version a moment after the last tab of the old one is closed.
  const openAnew = async () => {
    const page = await open('#/funnel');
    await expect(page.getByRole('heading', { level: 1, name: 'Funnel' })).toBeVisible();
    const state = await readState(page);
    await page.close();
    return state;
  };
  await expect.poll(openAnew).toEqual({ waits: false, caches: ['shell-next'] });
  await versions.close();
});
