import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { deskConfig } from '../api/client.ts';
import { meQuery } from '../api/queries.ts';
import type { SignInHint } from '../api/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { LOGO_PATHS } from '#src/components/ui/logo-paths.ts';
import { StreetScene } from '../ui/StreetScene.tsx';
import { useTitle } from '../ui/title.ts';
import { AppCode } from './AppCode.tsx';
import { explainSignInError } from './explain-sign-in-error.ts';
import { accountQuery } from './account-keys.ts';
import { MailCode } from './MailCode.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { leaveDesk, wasSignedIn } from './session.ts';

/** The page shown in place of the desk, at the same URL. What it asks for depends on why the user must sign in. */
export function SignInPage({ hint }: { hint: SignInHint }) {
  return <SignInFrame>{VIEWS[hint]()}</SignInFrame>;
}

const VIEWS: Record<SignInHint, () => ReactNode> = {
  no_session: () => (deskConfig().trial ? <OpenTrial /> : <SignIn />),
  second_factor: () => (
    <>
      <SecondFactor />
      <Leave />
    </>
  ),
  too_old: () => <SignInAgain />,
  not_staff: () => <NotStaff />,
};

/** The page `/sign-in`. If the user is signed in already, it opens the desk. */
export function SignInRoute() {
  const me = useQuery(meQuery());
  if (me.data !== undefined && !me.error) return <Redirect to="/" replace />;
  return <SignInFrame>{VIEWS.no_session()}</SignInFrame>;
}

/** A narrow page with the firm's name, for signing in. */
export function SignInFrame({ children }: { children: ReactNode }) {
  useTitle('Sign in');
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-6 sm:justify-center">
      <StreetScene className="h-28 w-full max-w-md sm:h-36" />
      <main className="grid w-full max-w-md gap-6 rounded-card border border-line bg-card p-5 sm:p-8">
        <p className="flex items-center gap-2 font-display font-bold">
          <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
            <path className="fill-action" d={LOGO_PATHS.gable} />
            <path className="fill-card" d={LOGO_PATHS.door} />
          </svg>
          <span>{`${deskConfig().brand} desk`}</span>
        </p>
        {children}
      </main>
    </div>
  );
}

function SignIn() {
  // Read once, because a new sign-in changes what `wasSignedIn` returns while this page is still shown.
  const [hasEnded] = useState(wasSignedIn);
  return (
    <div className="grid gap-5">
      <h1 className="text-h2">Sign in</h1>
      {hasEnded && <DraftsKeptNotice>{ENDED}</DraftsKeptNotice>}
      <p>Use the fingerprint, the face or the PIN of this device.</p>
      <PasskeyButton />
      <details>
        <summary className="disclosure">I have no passkey on this device</summary>
        <div className="mt-3">
          <MailCode />
        </div>
      </details>
    </div>
  );
}

function SignInAgain() {
  const account = useQuery(accountQuery());
  return (
    <div className="grid gap-5">
      <h1 className="text-h2">Sign in again</h1>
      <DraftsKeptNotice>A sign-in lasts twelve hours, and yours is over.</DraftsKeptNotice>
      <PasskeyButton />
      {account.data?.app && <AppCode />}
      <Leave />
    </div>
  );
}

/** A notice for users whose session ended, or whose desk locked, while they worked. */
export function DraftsKeptNotice({ children }: { children: string }) {
  return (
    <p className="notice">{`${children} What you have typed is kept, and you come back to where you were.`}</p>
  );
}

const ENDED =
  'You have been signed out. If you did not do that, an owner may have ended your access: ask them.';

function OpenTrial() {
  const [hasEnded] = useState(wasSignedIn);
  return (
    <div className="grid gap-4">
      <h1 className="text-h2">{hasEnded ? 'Your sign-in has ended' : 'Open the printed link'}</h1>
      {hasEnded && <DraftsKeptNotice>{ENDED}</DraftsKeptNotice>}
      <p>
        This desk is a trial on this computer. When it starts, it prints a link that opens the desk once. Each
        start prints a new one: stop the server, run <code>npm start</code> again, and open the link.
      </p>
      <details>
        <summary className="disclosure">I have made a passkey here</summary>
        <div className="mt-3">
          <PasskeyButton variant="secondary" />
        </div>
      </details>
    </div>
  );
}

function NotStaff() {
  return (
    <div className="grid gap-4">
      <h1 className="text-h2">This account has no access to the desk</h1>
      <p>
        You are signed in, but this account does not work at the desk, or no longer does. An owner of the desk
        can change that. If you have another account, sign out and use it.
      </p>
      <Leave />
    </div>
  );
}

function Leave() {
  const queries = useQueryClient();
  const account = useQuery(accountQuery());
  const leaving = useMutation({ mutationFn: () => leaveDesk(queries, 'here') });
  return (
    <div className="grid justify-items-start border-t border-line pt-4">
      {account.data && <p className="hint">{`You are signed in as ${account.data.email}.`}</p>}
      <Button
        variant="plain"
        size="small"
        className="-ml-3"
        aria-disabled={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        Sign out
      </Button>
      <Problem>{leaving.error ? explainSignInError(leaving.error, 'other') : undefined}</Problem>
    </div>
  );
}
