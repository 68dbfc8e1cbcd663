import { expect } from 'vitest';
import { openTab } from '../../../support/unattended-tab.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { createAnswers } from '../answers.ts';
import { createSession } from '../session.ts';
import { LOAD_CLIENT } from '../site-host.ts';
import type { BrowserBench } from './browser-bench.ts';
import { refuse } from './node-bench.ts';
import type { Rule } from './rule.ts';

const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

/** Counts the timers that tick every 30 seconds, as the client's does. */
const COUNT_TICKERS = `
  window.tickers = new Set();
  const { setInterval: start, clearInterval: stop } = window;
  window.setInterval = (work, ms) => { const id = start(work, ms); if (ms === 30000) tickers.add(id); return id; };
  window.clearInterval = (id) => { tickers.delete(id); stop(id); };
`;

export const START_RULES: Rule<BrowserBench>[] = [
  {
    section: 1,
    says: "Keeps an auth session in the browser's local storage: signed in again after a reload",
    async prove({ open, host }) {
      const session = createSession();
      const { client, events } = await open({ items: { '': session } });
      const initial = await client.evaluate(
        ({ auth }) =>
          new Promise((resolve) => {
            auth.onAuthStateChange((event, current) => {
              if (event === 'INITIAL_SESSION') resolve(current);
            });
          }),
      );
      expect(initial).toEqual(session);
      expect(await events()).toEqual(['SIGNED_IN']);
      expect(host.requests()).toEqual([]);
    },
  },
  {
    section: 4,
    says: 'An expired session is refreshed with the refresh token, when the page is opened',
    async prove({ open, host }) {
      host.answerWith(createAnswers());
      const { stored, events } = await open({
        items: { '': createSession({ expiresInSeconds: -1, refreshToken: 'first' }) },
      });
      expect(host.requests()).toMatchObject([{ line: REFRESH, body: '{"refresh_token":"first"}' }]);
      expect(await stored()).toMatchObject({ refresh_token: 'refresh-token' });
      expect(await events()).toEqual(['TOKEN_REFRESHED']);
    },
  },
  {
    section: 4,
    says: 'A non-retryable refresh failure removes the session and emits SIGNED_OUT, when the page is opened',
    async prove({ open, host }) {
      host.answerWith(refuse(400, 'refresh_token_not_found'));
      const { stored, events } = await open({ items: { '': createSession({ expiresInSeconds: -1 }) } });
      expect(await stored()).toBeNull();
      expect(await events()).toEqual(['SIGNED_OUT']);
    },
  },
  {
    section: 4,
    says: 'A stored session that is not valid is removed, when the page is opened',
    async prove({ open }) {
      const { stored, events } = await open({ items: { '': { access_token: 'alone' } } });
      expect(await stored()).toBeNull();
      expect(await events()).toEqual(['SIGNED_OUT']);
    },
  },
  {
    section: 4,
    says: 'Refresh runs while the tab is visible and stops when hidden',
    async prove({ host }) {
      host.answerWith(createAnswers());
      const tab = await openTab(`${host.server.url}/empty`);
      try {
        const countTickers = () => tab.evaluate<number>('tickers.size');
        const store = (session: object) =>
          tab.evaluate(
            `localStorage.setItem('sb-127-auth-token', ${JSON.stringify(JSON.stringify(session))})`,
          );
        await waitUntil('the page is there', () => tab.evaluate<boolean>(`location.pathname === '/empty'`));
        await tab.evaluate(COUNT_TICKERS);
        await tab.evaluate(`${LOAD_CLIENT}.then((client) => client.auth.initialize())`);
        expect(await countTickers()).toBe(1);

        await tab.hide();
        await waitUntil('it stops', async () => (await countTickers()) === 0);
        expect(await tab.evaluate('document.visibilityState')).toBe('hidden');
        await store(createSession({ expiresInSeconds: -1, refreshToken: 'of a hidden tab' }));
        expect(host.requests()).toEqual([]);

        await tab.show();
        await waitUntil('it runs again', async () => (await countTickers()) === 1);
        await waitUntil('it has caught up', () => Promise.resolve(host.requests().length > 0));
        expect(host.requests()).toMatchObject([
          { line: REFRESH, body: '{"refresh_token":"of a hidden tab"}' },
        ]);
      } finally {
        await tab.close();
      }
    },
  },
];
