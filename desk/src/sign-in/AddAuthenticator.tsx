import { useQuery } from '@tanstack/react-query';
import { post } from '../api/account.ts';
import { explainSignInError } from './explain-sign-in-error.ts';
import { CodeField } from './CodeField.tsx';
import { Problem } from '../ui/Problem.tsx';
import { groupSecret, qrImage } from './qr-image.ts';
import { useSignInStep } from './use-sign-in-step.ts';
import { Button } from '../ui/Button.tsx';

type Props = {
  /** @param person the user's id */
  whenDone: (person: string) => Promise<void>;
  cancel: () => void;
};

/** Connects an authenticator app: shows its secret, then asks for the first code. */
export function AddAuthenticator({ whenDone, cancel }: Props) {
  const newApp = useQuery({
    queryKey: ['new-app'],
    queryFn: () => post('/account/app'),
    gcTime: 0,
    retry: false,
  });
  const app = newApp.data;
  const step = useSignInStep('app-code', async (code: string) => {
    const { id } = await post('/account/app/connect', { id: app?.id ?? '', code });
    await whenDone(id);
  });

  return (
    <div className="grid gap-4">
      <p>
        Install an app that makes codes, such as Aegis, 2FAS or Google Authenticator. Scan this picture with
        it, or type the key by hand.
      </p>
      {newApp.error && (
        <>
          <Problem>{explainSignInError(newApp.error, 'other')}</Problem>
          <Button className="justify-self-start" onClick={() => void newApp.refetch()}>
            Try again
          </Button>
        </>
      )}
      {newApp.isPending && <p role="status">Making a key for you</p>}
      {app && (
        <>
          <div className="flex flex-wrap items-start gap-5">
            <img
              src={qrImage(app.qr_code)}
              alt="QR code with the key that is written beside it"
              width="200"
              height="200"
              // Scanners need a dark code on a light background, so the background is white in the dark scheme too.
              className="rounded-control bg-white p-3"
            />
            <div className="grid gap-3">
              <p>
                <span className="label">Key</span>
                <code className="block max-w-56 text-lead wrap-anywhere select-all">
                  {groupSecret(app.secret)}
                </code>
              </p>
              <a href={app.uri} className="button button-secondary button-small">
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
