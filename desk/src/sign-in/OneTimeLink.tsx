import { useState } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Link, Redirect, useParams } from 'wouter';
import { post, readAccount } from '../api/account.ts';
import { deskConfig } from '../api/client.ts';
import { explainSignInError, isUnreachable } from './explain-sign-in-error.ts';
import { openDesk } from './session.ts';
import { SignInFrame } from './SignInPage.tsx';
import { Button } from '../ui/Button.tsx';

async function redeem(token: string, queries: QueryClient): Promise<true> {
  const { id } = await post('/sign-in/link', { token }).catch((error: unknown) =>
    // Somebody who opens their used link again may still be signed in.
    readAccount().catch(() => {
      throw error;
    }),
  );
  await openDesk(queries, id);
  return true;
}

/**
 * Signs in with a one-time link. On a trial (DESK_URL is not set), the link is printed in the terminal and opens the desk.
 * Otherwise it is sent to somebody, so it is redeemed by a press: programs that look at the links in messages open them
 * too, and some run scripts. The user must then use a passkey or an authenticator app, or add one.
 */
export function OneTimeLink() {
  const { token } = useParams<{ token: string }>();
  const queries = useQueryClient();
  const [isPressed, setPressed] = useState(() => deskConfig().trial);
  // A query, not an effect: in development, StrictMode would run an effect twice, and the link works only once.
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => redeem(token, queries),
    enabled: isPressed,
    retry: false,
    gcTime: 0,
  });
  if (link.data) return <Redirect to="/" replace />;
  if (!isPressed) {
    return (
      <SignInFrame>
        <div className="grid justify-items-start gap-4">
          <h1 className="text-h2">Your link to the desk</h1>
          <p>It works once, so nothing happens before you press the button.</p>
          <Button variant="primary" onClick={() => setPressed(true)}>
            Open the desk
          </Button>
        </div>
      </SignInFrame>
    );
  }
  if (link.error === null) {
    return (
      <SignInFrame>
        <p role="status">Opening the desk</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <div className="grid justify-items-start gap-4">
        <h1 className="text-h2">This link does not open the desk</h1>
        <p role="alert">{explainSignInError(link.error, 'link')}</p>
        <p>
          {deskConfig().trial ? (
            <>
              Each start of the trial prints a new link: run <code>npm start</code> again and open that one.
            </>
          ) : (
            'Ask an owner of the desk for a new one, or sign in.'
          )}
        </p>
        <div className="flex flex-wrap gap-3">
          {isUnreachable(link.error) && (
            <Button variant="primary" onClick={() => void link.refetch()}>
              Try again
            </Button>
          )}
          <Link href="/" className="button button-secondary">
            Sign in
          </Link>
        </div>
      </div>
    </SignInFrame>
  );
}
