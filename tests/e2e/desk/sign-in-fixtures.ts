import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import PostalMime from 'postal-mime';
import { linkOfOwner } from '#support/desk/invite-to-desk.ts';
import { readMails } from '#support/server/installation.ts';
import { findFreePort } from '#support/server/listen-on-free-port.ts';
import { startProduct, type Product } from '#support/server/product.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { test as base } from '../fixtures.ts';

/**
 * The desk is the staff's app. With DESK_URL it is not a trial: everybody must sign in with a passkey or an
 * authenticator app.
 */
export const test = base.extend<object, { deskUrl: string; product: Product }>({
  deskUrl: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      await use(`http://localhost:${await findFreePort()}`);
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ deskUrl, productVariables }, use) => {
      const port = new URL(deskUrl).port;
      const product = await startProduct({ ...productVariables, DESK_URL: deskUrl, DESK_PORT: port });
      await use(product);
      await product.close();
    },
    { scope: 'worker' },
  ],
  backendUrl: async ({ deskUrl }, use) => {
    await use(deskUrl);
  },
});

/** A trial of the desk. It needs the variable DESK_PORT. */
export const trialTest = base.extend<{ deskLink: string }>({
  deskLink: async ({ product }, use) => {
    const { link } = await product.server.waitForLog('this link opens the desk, once');
    // Another test of this worker may have used the link in the log.
    await use(await linkOfOwner(product.dataDir, new URL(String(link)).origin));
  },
  // The desk (the staff's app) has its own origin.
  backendUrl: async ({ deskLink }, use) => {
    await use(new URL(deskLink).origin);
  },
});

/** Adds Chromium's virtual authenticator, which approves every request at once. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Waits for the mail with a one-time code to this e-mail address. */
export async function findMailedCode(dataDir: string, email: string): Promise<string> {
  let code = '';
  await waitUntil('the code is mailed', async () => {
    const mails = (await readMails(dataDir)).filter((text) => text.includes(`To: ${email}`));
    code = mails.map((text) => /Your code is (\d{8})/.exec(text)?.[1] ?? '').find(Boolean) ?? '';
    return code !== '';
  });
  return code;
}

/** Waits for the mail with a one-time link to this e-mail address. */
export async function findMailedLink(dataDir: string, email: string): Promise<string> {
  let link = '';
  await waitUntil('the link is mailed', async () => {
    const mails = await Promise.all((await readMails(dataDir)).map((mail) => PostalMime.parse(mail)));
    const mail = mails.find(({ to, text }) => to?.[0]?.address === email && text?.includes('/#/link/'));
    link = /\S+\/#\/link\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    return link !== '';
  });
  return link;
}

/** Waits for the authenticator app's next code: a code is valid for 30 seconds, but accepted only once. */
export async function nextAppCode(secret: string, used: string): Promise<string> {
  let code = used;
  await waitUntil('the app shows another code', async () => {
    code = await generate({ secret });
    return code !== used;
  });
  return code;
}
