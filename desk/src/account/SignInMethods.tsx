import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post, removeApp, type Account } from '../api/account.ts';
import { dayMonthYear } from '../lib/london.ts';
import { AddAuthenticator } from '../sign-in/AddAuthenticator.tsx';
import { CodeField } from '../sign-in/CodeField.tsx';
import { explainSignInError } from '../sign-in/explain-sign-in-error.ts';
import { accountQuery, countKeys } from '../sign-in/account-keys.ts';
import { AddPasskey } from '../sign-in/PasskeyButton.tsx';
import { Problem } from '../ui/Problem.tsx';
import { useSignInStep } from '../sign-in/use-sign-in-step.ts';
import { PasskeyRow } from './PasskeyRow.tsx';
import { Button } from '../ui/Button.tsx';

/** The user's passkeys and authenticator app. The last of them cannot be removed. */
export function SignInMethods({ isTrial }: { isTrial: boolean }) {
  const account = useQuery(accountQuery());
  return (
    <section>
      <h2 className="text-h3">What you sign in with</h2>
      {isTrial && (
        <p>
          On this trial, the printed link is enough. On the web, the desk asks everybody for a passkey or an
          authenticator app.
        </p>
      )}
      {account.error && (
        <>
          <Problem>{explainSignInError(account.error, 'other')}</Problem>
          <Button size="small" onClick={() => void account.refetch()}>
            Try again
          </Button>
        </>
      )}
      {account.data && <MethodList account={account.data} />}
    </section>
  );
}

function MethodList({ account }: { account: Account }) {
  const queries = useQueryClient();
  const [isAddingApp, setAddingApp] = useState(false);
  const { passkeys, app } = account;
  const count = countKeys(account);
  const isLast = count <= 1;
  const refresh = () => queries.invalidateQueries(accountQuery());
  return (
    <>
      <ul className="rows">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} isLast={isLast} refresh={refresh} />
        ))}
        {app && <AppRow since={app.connected_at} isLast={isLast} refresh={refresh} />}
        {count === 0 && <li>No passkey, and no authenticator app.</li>}
      </ul>
      {count === 1 && (
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
          {app === null && <Button onClick={() => setAddingApp(true)}>Add an authenticator app</Button>}
        </div>
      )}
    </>
  );
}

type AppRowProps = { since: string; isLast: boolean; refresh: () => Promise<void> };

/**
 * The authenticator app, with a button to remove it. Removing it needs one more code from the app, so that a stranger
 * at an unattended device cannot do it.
 */
function AppRow({ since, isLast, refresh }: AppRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const removal = useSignInStep('app-code', async (code: string) => {
    await post('/sign-in/app', { code });
    await removeApp();
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
