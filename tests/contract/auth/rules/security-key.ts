import type { Page } from '@playwright/test';
import { createAnswers } from '../answers.ts';
import type { SiteClient } from '../calls/call.ts';
import { createSession } from '../session.ts';
import type { BrowserBench, OpenPage } from './browser-bench.ts';

type Ceremony = {
  /** To register a key, or to show that it is there. */
  type?: 'create' | 'request';
  /** How long the user's id is; the limits are 1 and 64. */
  userIdBytes?: number;
  rpId?: string;
  /** Credentials that must not be registered again, or one of which must be shown. */
  known?: readonly string[];
};

const encode = (bytes: Buffer) => bytes.toString('base64url');

function createOptions({ type = 'create', userIdBytes = 16, rpId = 'localhost', known = [] }: Ceremony) {
  const challenge = encode(Buffer.from('challenge'));
  const credentials = known.map((id) => ({ type: 'public-key', id }));
  if (type === 'request') return { challenge, rpId, allowCredentials: credentials };
  return {
    challenge,
    rp: { id: rpId, name: 'Site' },
    user: { id: encode(Buffer.alloc(userIdBytes, 1)), name: 'ann', displayName: 'Ann' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: credentials,
  };
}

/** The auth service's answers while a security key is registered or asked for. */
export function answerCeremony(ceremony: Ceremony = {}) {
  const answerRest = createAnswers();
  return (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/factors')) {
      return Response.json({ id: 'factor-1', type: 'webauthn', friendly_name: 'Key' });
    }
    if (pathname.endsWith('/challenge')) {
      const webauthn = {
        type: ceremony.type ?? 'create',
        credential_options: { publicKey: createOptions(ceremony) },
      };
      return Response.json({ id: 'challenge-1', type: 'webauthn', webauthn });
    }
    if (pathname.endsWith('/verify')) {
      return Response.json(createSession({ aal: ceremony.type === 'request' ? 'aal2' : 'aal1' }));
    }
    return answerRest(request);
  };
}

/** A security key that is plugged in, and touched whenever it asks. */
export async function plugInKey(page: Page): Promise<void> {
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

/** Runs in the browser: registers the key, with a ceremony that is aborted or not. */
export const register = async ({ auth }: SiteClient, isAborted: boolean) => {
  const { error } = await auth.mfa.webauthn.register({
    friendlyName: 'Key',
    webauthn: isAborted ? { signal: AbortSignal.abort() } : {},
  });
  return error && { message: error.message, code: error.code };
};

/** Runs in the browser: shows that the key is there. */
export const authenticate = async ({ auth }: SiteClient, isAborted: boolean) => {
  const { error } = await auth.mfa.webauthn.authenticate({
    factorId: 'factor-1',
    webauthn: isAborted ? { signal: AbortSignal.abort() } : {},
  });
  return error && { message: error.message, code: error.code };
};

/** Opens a page with a key, and registers it. */
export async function registerKey(
  { open, host }: BrowserBench,
  ceremony?: Ceremony,
): Promise<OpenPage & { error: unknown; credentialId: string }> {
  host.answerWith(answerCeremony(ceremony));
  const opened = await open({ hostname: 'localhost', items: { '': createSession() } });
  await plugInKey(opened.page);
  const error = await opened.client.evaluate(register, false);
  const verification = host.requests().findLast(({ line }) => line.endsWith('/verify'));
  const { webauthn } = JSON.parse(verification?.body ?? '{}') as {
    webauthn?: { credential_response: { id: string } };
  };
  return { ...opened, error, credentialId: webauthn?.credential_response.id ?? '' };
}
