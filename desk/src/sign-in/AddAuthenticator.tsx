import { useQuery } from '@tanstack/react-query';
import { auth, deskConfig } from '../api/client.ts';
import { explainAuthError } from './explain-auth-error.ts';
import { CodeField } from './CodeField.tsx';
import { Problem } from './Problem.tsx';
import { groupSecret, qrImage } from './qr-image.ts';
import { dataOf } from './session.ts';
import { useAuthStep } from './use-auth-step.ts';
import { Button } from '../ui/Button.tsx';

/**
 * Enrols an authenticator app. An enrolment that an earlier try left unfinished is deleted first, because Supabase
 * refuses a second one with the same name.
 */
async function enroll() {
  const { all } = await dataOf(auth().mfa.listFactors());
  for (const { id, status } of all) {
    if (status === 'unverified') await dataOf(auth().mfa.unenroll({ factorId: id }));
  }
  return dataOf(
    auth().mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app', issuer: deskConfig().brand }),
  );
}

type Props = { whenDone: () => Promise<void>; cancel: () => void };

/** Connects an authenticator app: shows its secret, then asks for the first code. */
export function AddAuthenticator({ whenDone, cancel }: Props) {
  const enrolment = useQuery({ queryKey: ['enrolment'], queryFn: enroll, gcTime: 0, retry: false });
  const factor = enrolment.data;
  const step = useAuthStep('app-code', async (code: string) => {
    await dataOf(auth().mfa.challengeAndVerify({ factorId: factor?.id ?? '', code }));
    await whenDone();
  });

  return (
    <div className="grid gap-4">
      <p>
        Install an app that makes codes, such as Aegis, 2FAS or Google Authenticator. Scan this picture with
        it, or type the key by hand.
      </p>
      {enrolment.error && (
        <>
          <Problem>{explainAuthError(enrolment.error, 'other')}</Problem>
          <Button className="justify-self-start" onClick={() => void enrolment.refetch()}>
            Try again
          </Button>
        </>
      )}
      {enrolment.isPending && <p role="status">Making a key for you</p>}
      {factor && (
        <>
          <div className="flex flex-wrap items-start gap-5">
            <img
              src={qrImage(factor.totp.qr_code)}
              alt="QR code with the key that is written beside it"
              width="200"
              height="200"
              className="qr-code"
            />
            <div className="grid gap-3">
              <p>
                <span className="label">Key</span>
                <code className="secret">{groupSecret(factor.totp.secret)}</code>
              </p>
              <a href={factor.totp.uri} className="button button-secondary button-small">
                Open the app on this phone
              </a>
            </div>
          </div>
          <CodeField label="Code that the app now shows" action="Connect the app" step={step} />
        </>
      )}
      <Button variant="plain" size="small" className="justify-self-start" onClick={cancel}>
        Not now
      </Button>
    </div>
  );
}
