import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/use-me.ts';
import { useOutbox } from '../changes/use-change.ts';
import { AlertsChoice } from '../live/AlertsChoice.tsx';
import { exactTime } from '../lib/london.ts';
import { explainSignInError } from '../sign-in/explain-sign-in-error.ts';
import { Problem } from '../ui/Problem.tsx';
import { leaveDesk } from '../sign-in/session.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { Devices } from './Devices.tsx';
import { OwnerMails } from './OwnerMails.tsx';
import { SignInMethods } from './SignInMethods.tsx';
import { Button } from '../ui/Button.tsx';
import { Fact } from '../ui/Fact.tsx';
import { useTitle } from '../ui/title.ts';

/** The user's own account: role, staff, signing out, and sign-in methods. */
export function AccountPage() {
  const me = useMe();
  useTitle('Your account');
  return (
    <div className="page">
      <h1 className="text-h2">{me.name}</h1>
      <dl className="facts">
        <Fact what="Email">{me.email}</Fact>
        <Fact what="Role">
          {me.role === 'owner' ? 'Owner: may also invite, export, look people up and erase' : 'Staff'}
        </Fact>
        {!me.trial && <Fact what="Signed in until">{exactTime(me.signed_in_until)}</Fact>}
      </dl>
      <section>
        <h2 className="text-h3">Staff</h2>
        <ul className="rows">
          {me.staff.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              {id === me.id && <span className="hint"> (you)</span>}
            </li>
          ))}
        </ul>
        {me.role === 'owner' && (
          <p>
            <Link href="/people" className="text-link">
              Invite somebody, or end their access
            </Link>
          </p>
        )}
      </section>
      <section>
        <h2 className="text-h3">In the background</h2>
        <AlertsChoice />
      </section>
      <Leaving />
      {/* Last, so that no button above moves when their answers come, and no tap hits another one. */}
      <SignInMethods isTrial={me.trial} />
      <Devices isOwner={me.role === 'owner'} />
      <CalendarFeed />
      {me.role === 'owner' && <OwnerMails email={me.email} />}
    </div>
  );
}

function Leaving() {
  const queries = useQueryClient();
  const { changes } = useOutbox();
  const [asked, setAsked] = useState<'here' | 'everywhere'>();
  const leaving = useMutation({
    mutationFn: (scope: 'here' | 'everywhere') => leaveDesk(queries, scope),
  });
  const leave = (scope: 'here' | 'everywhere') => () => {
    if (changes.length > 0) setAsked(scope);
    else leaving.mutate(scope);
  };
  return (
    <section>
      <h2 className="text-h3">Sign out</h2>
      <p>What you have typed and not saved is deleted.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" aria-disabled={leaving.isPending} onClick={leave('here')}>
          Sign out here
        </Button>
        <Button aria-disabled={leaving.isPending} onClick={leave('everywhere')}>
          Sign out on every device
        </Button>
      </div>
      {asked !== undefined && changes.length > 0 && (
        <div role="alert" className="notice notice-danger grid gap-3">
          <p>
            <b>
              {`${changes.length === 1 ? 'One change has' : `${changes.length} changes have`} not been saved.`}
            </b>{' '}
            <span>{`Signing out deletes ${changes.length === 1 ? 'it' : 'them'}:`}</span>
          </p>
          <ul className="list-disc pl-5">
            {changes.map(({ id, words, base }) => (
              <li key={id}>
                <Link href={`/lead/${base.id}`} className="text-link">
                  {base.name}
                </Link>
                <span>{`: ${words}`}</span>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" aria-disabled={leaving.isPending} onClick={() => leaving.mutate(asked)}>
              Delete and sign out
            </Button>
            <Button onClick={() => setAsked(undefined)}>Stay signed in</Button>
          </div>
        </div>
      )}
      <Problem>{leaving.error ? explainSignInError(leaving.error, 'other') : undefined}</Problem>
    </section>
  );
}
