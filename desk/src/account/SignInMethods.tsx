import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../api/client.ts';
import { dayMonthYear } from '../lib/london.ts';
import { AddAuthenticator } from '../sign-in/AddAuthenticator.tsx';
import { CodeField } from '../sign-in/CodeField.tsx';
import { explainAuthError } from '../sign-in/explain-auth-error.ts';
import { accountKeysQuery, hasAtMostOneKey, type AccountKeys } from '../sign-in/account-keys.ts';
import { AddPasskey } from '../sign-in/PasskeyButton.tsx';
import { Problem } from '../sign-in/Problem.tsx';
import { dataOf } from '../sign-in/session.ts';
import { useAuthStep } from '../sign-in/use-auth-step.ts';
import { PasskeyRow } from './PasskeyRow.tsx';
import { Button } from '../ui/Button.tsx';

/** The user's passkeys and authenticator app. The last of them cannot be removed. */
export function SignInMethods({ isTrial }: { isTrial: boolean }) {
  const keys = useQuery(accountKeysQuery());
  return (
    <section>
      <h2 className="text-h3">What you sign in with</h2>
      {isTrial && (
        <p>
          On this trial, the printed link is enough. On the web, the desk asks everybody for a passkey or an
          authenticator app.
        </p>
      )}
      {keys.error && (
        <>
          <Problem>{explainAuthError(keys.error, 'other')}</Problem>
          <Button size="small" onClick={() => void keys.refetch()}>
            Try again
          </Button>
        </>
      )}
      {keys.data && <MethodList keys={keys.data} />}
    </section>
  );
}

function MethodList({ keys }: { keys: AccountKeys }) {
  const queries = useQueryClient();
  const [isAddingApp, setAddingApp] = useState(false);
  const { passkeys, apps } = keys;
  const isLast = hasAtMostOneKey(keys);
  const refresh = () => queries.invalidateQueries(accountKeysQuery());
  return (
    <>
      <ul className="rows">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} isLast={isLast} refresh={refresh} />
        ))}
        {apps.map((app) => (
          <AppRow key={app.id} id={app.id} since={app.created_at} isLast={isLast} refresh={refresh} />
        ))}
        {passkeys.length + apps.length === 0 && <li>No passkey, and no authenticator app.</li>}
      </ul>
      {passkeys.length + apps.length === 1 && (
        <p className="hint">
          This is your only one, so it cannot be removed. Add another: then a lost phone does not lock you
          out.
        </p>
      )}
      {isAddingApp ? (
        <div className="choice-card">
          <h3 className="text-h4">Add an authenticator app</h3>
          <AddAuthenticator
            whenDone={async () => {
              await refresh();
              setAddingApp(false);
            }}
            cancel={() => setAddingApp(false)}
          />
        </div>
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <AddPasskey variant="secondary" whenDone={refresh}>
            Add a passkey
          </AddPasskey>
          {apps.length === 0 && <Button onClick={() => setAddingApp(true)}>Add an authenticator app</Button>}
        </div>
      )}
    </>
  );
}

type AppRowProps = { id: string; since: string; isLast: boolean; refresh: () => Promise<void> };

/**
 * The authenticator app, with a button to remove it. Removing it needs one more code from the app, so that a stranger
 * at an unattended device cannot do it.
 */
function AppRow({ id, since, isLast, refresh }: AppRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const removal = useAuthStep('app-code', async (code: string) => {
    await dataOf(auth().mfa.challengeAndVerify({ factorId: id, code }));
    await dataOf(auth().mfa.unenroll({ factorId: id }));
    await refresh();
  });
  return (
    <li>
      <div className="row">
        <p>
          <strong>Authenticator app</strong>
          <span className="hint block">{`Since ${dayMonthYear(since)}`}</span>
        </p>
        {!isLast && !isRemoving && (
          <Button variant="plain" size="small" className="-mx-3" onClick={() => setRemoving(true)}>
            Remove<span className="sr-only"> the authenticator app</span>
          </Button>
        )}
      </div>
      {isRemoving && (
        <div className="grid justify-items-start gap-2 py-3">
          <CodeField
            label="Code from the app, to remove it"
            hint="If you signed in with the app, you then sign in again with your passkey."
            action="Remove the app"
            step={removal}
          />
          <Button variant="plain" size="small" onClick={() => setRemoving(false)}>
            Keep it
          </Button>
        </div>
      )}
    </li>
  );
}
