import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import type { SiteClient } from '../calls/call.ts';
import type { BrowserBench } from './browser-bench.ts';
import type { Rule } from './rule.ts';

type Ceremony = {
  /** How long the user's id is; the limits are 1 and 64. */
  userIdBytes?: number;
  rpId?: string;
  /** Credentials of keys that must not be registered again. */
  known?: string[];
};

/** The auth service's answers while a security key is registered. */
function answerCeremony({ userIdBytes = 16, rpId = 'localhost', known = [] }: Ceremony = {}) {
  const answerRest = createAnswers();
  return (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/factors')) {
      return Response.json({ id: 'factor-1', type: 'webauthn', friendly_name: 'Key' });
    }
    if (!pathname.endsWith('/challenge')) return answerRest(request);
    const publicKey = {
      rp: { id: rpId, name: 'Site' },
      user: { id: Buffer.alloc(userIdBytes, 1).toString('base64url'), name: 'ann', displayName: 'Ann' },
      challenge: Buffer.from('challenge').toString('base64url'),
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: known.map((id) => ({ type: 'public-key', id })),
    };
    return Response.json({
      id: 'challenge-1',
      type: 'webauthn',
      webauthn: { type: 'create', credential_options: { publicKey } },
    });
  };
}

/** A security key that is plugged in, and touched whenever it asks. */
async function plugInKey(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
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

const register = async ({ auth }: SiteClient, isAborted?: boolean) => {
  const { error } = await auth.mfa.webauthn.register({
    friendlyName: 'Key',
    webauthn: isAborted ? { signal: AbortSignal.abort() } : {},
  });
  return error && { message: error.message, code: error.code };
};

/** Opens a page with a key, and registers it. */
async function registerKey({ open, host }: BrowserBench, ceremony?: Ceremony) {
  host.answerWith(answerCeremony(ceremony));
  const opened = await open({ hostname: 'localhost' });
  await plugInKey(opened.page);
  return { ...opened, error: await opened.client.evaluate(register, false) };
}

const USER_ID_ERROR = {
  message: 'User ID was not between 1 and 64 characters',
  code: 'ERROR_INVALID_USER_ID_LENGTH',
};

export const WEBAUTHN_RULES: Rule<BrowserBench>[] = [
  {
    section: 9,
    says: 'WebAuthn user id 1 to 64 bytes',
    async prove(bench) {
      for (const [userIdBytes, error] of [
        [1, null],
        [64, null],
        [65, USER_ID_ERROR],
      ] as const) {
        expect((await registerKey(bench, { userIdBytes })).error).toEqual(error);
      }
    },
  },
  {
    section: 9,
    says: 'WebAuthn user id 1 to 64 bytes',
    differs:
      'The client does not count them: it asks the browser, and names the error when the browser refuses. An empty id gets as far as the browser allows.',
    async prove({ open, host }) {
      host.answerWith(answerCeremony({ userIdBytes: 0 }));
      const { client, page } = await open({
        hostname: 'localhost',
        before: () => {
          navigator.credentials.create = (options) => {
            const id = options?.publicKey?.user.id as ArrayBuffer;
            Object.assign(window, { askedBytes: id.byteLength });
            return Promise.reject(new TypeError('Refused by a browser that counts'));
          };
        },
      });
      expect(await client.evaluate(register, false)).toEqual(USER_ID_ERROR);
      expect(await page.evaluate('askedBytes')).toBe(0);
    },
  },
  {
    section: 8,
    says: 'The WebAuthn error ceremony aborted',
    async prove({ open, host }) {
      host.answerWith(answerCeremony());
      const { client, page } = await open({ hostname: 'localhost' });
      await plugInKey(page);
      expect(await client.evaluate(register, true)).toEqual({
        message: 'Registration ceremony was sent an abort signal',
        code: 'ERROR_CEREMONY_ABORTED',
      });
    },
  },
  {
    section: 8,
    says: 'The WebAuthn error authenticator previously registered',
    async prove(bench) {
      const { client, error } = await registerKey(bench);
      expect(error).toBeNull();
      const verification = bench.host.requests().find(({ line }) => line.endsWith('/verify'));
      const { webauthn } = JSON.parse(verification?.body ?? '') as {
        webauthn: { credential_response: { id: string } };
      };
      bench.host.answerWith(answerCeremony({ known: [webauthn.credential_response.id] }));
      expect(await client.evaluate(register, false)).toEqual({
        message: 'The authenticator was previously registered',
        code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
      });
    },
  },
  {
    section: 8,
    says: 'The WebAuthn error invalid RP ID',
    async prove(bench) {
      expect((await registerKey(bench, { rpId: 'example.com' })).error).toEqual({
        message: 'The RP ID "example.com" is invalid for this domain',
        code: 'ERROR_INVALID_RP_ID',
      });
    },
  },
  {
    section: 8,
    says: 'The WebAuthn error invalid domain',
    async prove({ open, host }) {
      host.answerWith(answerCeremony());
      const { client, page } = await open({ hostname: '127.0.0.1' });
      await plugInKey(page);
      expect(await client.evaluate(register, false)).toEqual({
        message: '127.0.0.1 is an invalid domain',
        code: 'ERROR_INVALID_DOMAIN',
      });
    },
  },
  {
    section: 8,
    says: 'The WebAuthn error unsupported browser',
    async prove({ open, host }) {
      const { client } = await open({
        hostname: 'localhost',
        before: () => {
          Reflect.deleteProperty(window, 'PublicKeyCredential');
        },
      });
      expect(await client.evaluate(register, false)).toMatchObject({
        message: 'Browser does not support WebAuthn',
      });
      expect(host.requests()).toEqual([]);
    },
  },
];
