import { expect } from 'vitest';
import { waitUntil } from '../../../support/wait-until.ts';
import { createAnswers } from '../answers.ts';
import { CODE_VERIFIER, type SiteClient } from '../calls/call.ts';
import { createSession } from '../session.ts';
import type { BrowserBench, OpenPage, Outcome } from './browser-bench.ts';
import type { Rule } from './rule.ts';

/** The address of a page to which the auth service sends somebody with a session. */
function addressOf({ ageSeconds = 0, type }: { ageSeconds?: number; type?: string } = {}): string {
  const session = createSession();
  const parameters = new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at - ageSeconds),
    ...(type !== undefined && { type }),
  });
  return `#${parameters.toString()}`;
}

/** Opens the page, with somebody signed in, at an address that says that something went wrong. */
async function openWithError({ open }: BrowserBench, code: string) {
  const session = createSession();
  const opened = await open({
    address: `#error=server_error&error_code=${code}&error_description=Told+by+the+address`,
    items: { '': session },
  });
  expect(opened.outcome).toMatchObject({ message: 'Told by the address', details: { code } });
  return { ...opened, session };
}

const hasEvent = (opened: OpenPage, event: string) => async () => (await opened.events()).includes(event);

/** A client of the same class as the site's, set to the other flow. */
const startPkceClient = async ({ auth }: SiteClient): Promise<Outcome> => {
  const Client = auth.constructor as new (options: object) => SiteClient['auth'];
  const { error } = await new Client({
    url: `${location.origin}/auth/v1`,
    flowType: 'pkce',
    storageKey: 'pkce',
  }).initialize();
  return error && (error.toJSON() as Outcome);
};

type PrivateParts = {
  _getSessionFromURL(parameters: object, flow: 'pkce'): Promise<{ error: Outcome }>;
};

export const CALLBACK_ADDRESS_RULES: Rule<BrowserBench>[] = [
  {
    section: 4,
    says: 'The event SIGNED_IN, of a session that the address carries',
    async prove({ open, host }) {
      host.answerWith(createAnswers());
      const opened = await open({ address: addressOf() });
      expect(opened.outcome).toBeNull();
      await waitUntil('it is told', hasEvent(opened, 'SIGNED_IN'));
      expect(await opened.stored()).toMatchObject({ refresh_token: 'refresh-token' });
      expect(host.requests().map(({ line }) => line)).toEqual(['GET /auth/v1/user']);
      expect(new URL(opened.page.url()).hash).toBe('');
    },
  },
  {
    section: 4,
    says: 'The event PASSWORD_RECOVERY, of a session that the address carries',
    async prove({ open, host }) {
      host.answerWith(createAnswers());
      const opened = await open({ address: addressOf({ type: 'recovery' }) });
      await waitUntil('it is told', hasEvent(opened, 'PASSWORD_RECOVERY'));
    },
  },
  ...['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'].map(
    (code): Rule<BrowserBench> => ({
      section: 8,
      says: `The error ${code} in the address keeps the session`,
      async prove(bench) {
        const { stored, events, session } = await openWithError(bench, code);
        expect(await stored()).toEqual(session);
        expect(await events()).toEqual([]);
      },
    }),
  ),
  {
    section: 8,
    says: 'Other URL-callback errors remove the session',
    differs: 'All errors in the address keep it: a link that is used twice does not sign anybody out.',
    async prove(bench) {
      for (const code of ['otp_expired', 'access_denied', 'unexpected_failure']) {
        const { stored, events, session } = await openWithError(bench, code);
        expect(await stored()).toEqual(session);
        expect(await events()).toEqual([]);
      }
    },
  },
  {
    section: 8,
    says: "The message 'No session defined in URL'",
    async prove({ open }) {
      const { outcome, stored } = await open({ address: '#access_token=alone' });
      expect(outcome?.message).toBe('No session defined in URL');
      expect(await stored()).toBeNull();
    },
  },
  {
    section: 8,
    says: "The message 'Not a valid implicit grant flow url.'",
    async prove({ open, host }) {
      const { outcome } = await open({
        address: '?code=auth-code',
        items: { '-code-verifier': CODE_VERIFIER },
      });
      expect(outcome?.message).toBe('Not a valid implicit grant flow url.');
      expect(host.requests()).toEqual([]);
    },
  },
  {
    section: 8,
    says: "The message 'Not a valid PKCE flow url.' (of a client set to that flow, which the site's is not)",
    async prove({ open, host }) {
      const { client } = await open();
      await client.evaluate(() => {
        location.hash = 'access_token=token';
      });
      expect(await client.evaluate(startPkceClient)).toMatchObject({ message: 'Not a valid PKCE flow url.' });
      expect(host.requests()).toEqual([]);
    },
  },
  {
    section: 8,
    says: "The message 'No code detected.'",
    differs:
      'The client has the message, but nobody sees it: an address without a code is not taken for one of that flow to begin with.',
    async prove({ open, host }) {
      const { client } = await open({ address: '?code=' });
      expect(
        await client.evaluate(async ({ auth }) => {
          const Client = auth.constructor as new (options: object) => SiteClient['auth'];
          const pkce = new Client({ url: location.origin, flowType: 'pkce', storageKey: 'pkce' });
          localStorage.setItem('pkce-code-verifier', '"verifier"');
          const { error: started } = await pkce.initialize();
          // What it would say, asked in a way that no page can.
          const { error } = await (pkce as unknown as PrivateParts)._getSessionFromURL({}, 'pkce');
          return { started, message: error?.message };
        }),
      ).toEqual({ started: null, message: 'No code detected.' });
      expect(host.requests()).toEqual([]);
    },
  },
  {
    section: 9,
    says: 'A URL-delivered session issued over 120 s ago gives a warning',
    async prove({ open, host }) {
      host.answerWith(createAnswers());
      const fresh = await open({ address: addressOf({ ageSeconds: 90 }) });
      const stale = await open({ address: addressOf({ ageSeconds: 121 }) });
      expect(fresh.warnings).toEqual([]);
      expect(stale.warnings).toEqual([
        expect.stringContaining('Session as retrieved from URL was issued over 120s ago, URL could be stale'),
      ]);
      expect(await stale.stored()).toMatchObject({ refresh_token: 'refresh-token' });
    },
  },
];
