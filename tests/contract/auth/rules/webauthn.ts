import { expect } from 'vitest';
import type { BrowserBench } from './browser-bench.ts';
import type { Rule } from './rule.ts';
import { answerCeremony, authenticate, plugInKey, register, registerKey } from './security-key.ts';

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
      const { client, error, credentialId } = await registerKey(bench);
      expect(error).toBeNull();
      bench.host.answerWith(answerCeremony({ known: [credentialId] }));
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
    section: 4,
    says: 'A verified second factor raises the assurance level to aal2: with a security key',
    async prove(bench) {
      const { client, credentialId, events } = await registerKey(bench);
      bench.host.answerWith(answerCeremony({ type: 'request', known: [credentialId] }));
      const readLevel = () =>
        client.evaluate(async ({ auth }) => {
          const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
          return data?.currentLevel;
        });
      expect(await readLevel()).toBe('aal1');
      expect(await client.evaluate(authenticate, false)).toBeNull();
      expect(await readLevel()).toBe('aal2');
      expect(await events()).toContain('MFA_CHALLENGE_VERIFIED');
    },
  },
  {
    section: 8,
    says: 'The WebAuthn errors ceremony aborted and invalid RP ID, when a key is asked for',
    async prove(bench) {
      const { client, credentialId } = await registerKey(bench);
      const ask = { type: 'request', known: [credentialId] } as const;
      bench.host.answerWith(answerCeremony(ask));
      expect(await client.evaluate(authenticate, true)).toEqual({
        message: 'Authentication ceremony was sent an abort signal',
        code: 'ERROR_CEREMONY_ABORTED',
      });
      bench.host.answerWith(answerCeremony({ ...ask, rpId: 'example.com' }));
      expect(await client.evaluate(authenticate, false)).toEqual({
        message: 'The RP ID "example.com" is invalid for this domain',
        code: 'ERROR_INVALID_RP_ID',
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
