import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../api/account.ts';
import { AddAuthenticator } from './AddAuthenticator.tsx';
import { AppCode } from './AppCode.tsx';
import { explainSignInError } from './explain-sign-in-error.ts';
import { accountQuery, countKeys } from './account-keys.ts';
import { signInWithPasskey } from './passkey.ts';
import { AddPasskey, PasskeyButton } from './PasskeyButton.tsx';
import { Problem } from '../ui/Problem.tsx';
import { openDesk } from './session.ts';
import { Button } from '../ui/Button.tsx';

/** Asks for a passkey or an authenticator app's code. If the account has neither, asks the user to add one. */
export function SecondFactor() {
  const account = useQuery(accountQuery());
  if (account.data !== undefined) {
    return countKeys(account.data) > 0 ? <UseKey account={account.data} /> : <MakeKey />;
  }
  if (account.error) {
    return (
      <div className="grid justify-items-start gap-4">
        <h1 className="text-h2">Almost in</h1>
        <Problem>{explainSignInError(account.error, 'other')}</Problem>
        <Button variant="primary" onClick={() => void account.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return <p role="status">One moment</p>;
}

function UseKey({ account: { passkeys, app } }: { account: Account }) {
  const hasPasskey = passkeys.length > 0;
  return (
    <div className="grid gap-5">
      <h1 className="text-h2">Show that it is you</h1>
      <p>
        {`One step is left: ${hasPasskey ? 'your passkey' : 'the code of your authenticator app'} opens the desk.`}
      </p>
      {hasPasskey && <PasskeyButton />}
      {app && <AppCode />}
      <details>
        <summary className="disclosure">I no longer have it</summary>
        <div className="mt-3 grid gap-4">
          <p>
            Ask an owner of the desk for a new link. Open it here, and you can make a new passkey with the
            button below. Without that link, the button is refused.
          </p>
          <NewPasskey>Make a new passkey</NewPasskey>
        </div>
      </details>
    </div>
  );
}

function MakeKey() {
  const [usesApp, setUsesApp] = useState(false);
  const queries = useQueryClient();
  if (usesApp) {
    return (
      <div className="grid gap-5">
        <h1 className="text-h2">Use an authenticator app</h1>
        <AddAuthenticator whenDone={(person) => openDesk(queries, person)} cancel={() => setUsesApp(false)} />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <h1 className="text-h2">Choose your key</h1>
      <p>
        The desk holds what sellers have told us, so a code by email is not enough. Choose what you will sign
        in with from now on.
      </p>
      <section className="choice-card">
        <h2 className="text-h4">A passkey</h2>
        <p>
          Your fingerprint, your face or the PIN of this device. It is the quickest way, and a false website
          cannot steal it. This device asks twice: to make it, and to use it.
        </p>
        <NewPasskey>Make a passkey</NewPasskey>
      </section>
      <section className="choice-card">
        <h2 className="text-h4">An authenticator app</h2>
        <p>An app on your phone shows a code of six digits, which you type after the one from the email.</p>
        <Button className="justify-self-start" onClick={() => setUsesApp(true)}>
          Use an authenticator app
        </Button>
      </section>
    </div>
  );
}

/** Registers a passkey, then signs in with it, because registering it alone does not open the desk. */
function NewPasskey({ children }: { children: string }) {
  const [isMade, setMade] = useState(false);
  const queries = useQueryClient();
  if (isMade) {
    return (
      <div className="grid gap-3">
        <p role="status">Your passkey is made. Use it once, and the desk opens.</p>
        <PasskeyButton>Open the desk</PasskeyButton>
      </div>
    );
  }
  return (
    <AddPasskey
      whenDone={async () => {
        setMade(true);
        await openDesk(queries, await signInWithPasskey());
      }}
    >
      {children}
    </AddPasskey>
  );
}
