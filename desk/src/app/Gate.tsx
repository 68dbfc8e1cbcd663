import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { deskConfig } from '../api/client.ts';
import { meQuery, startQuery } from '../api/queries.ts';
import { signInHint, type SignInHint } from '../api/refusal.ts';
import { MeContext } from '../api/use-me.ts';
import { useOutboxSync } from '../live/use-outbox-sync.ts';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { useIdleLock } from '../sign-in/idle-lock.ts';
import { Unreachable } from './Unreachable.tsx';
import { Locked, SignInPage } from './lazy-pages.ts';

/** Why the desk cannot be shown. */
type Obstacle = SignInHint | 'unreachable';

/**
 * Shows its children to members of staff, and the sign-in page to everybody else. The URL and the drafts of open forms
 * stay as they are, so that somebody whose session has ended can go on after signing in.
 */
export function Gate({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  const start = useQuery(startQuery());

  useOutboxSync(me.error ? undefined : me.data?.id, me.dataUpdatedAt);

  const isOpen = me.data !== undefined && start.data !== undefined;
  const hint = signInHint(me.error) ?? signInHint(start.error);
  // While a failed query is retried, it has no error. The last obstacle stays on the screen, so that the sign-in form
  // does not disappear while somebody types.
  const [lastObstacle, setLastObstacle] = useState<Obstacle>();
  const isPending = !isOpen && !me.isError && !start.isError;
  const obstacle = isPending ? lastObstacle : (hint ?? (isOpen ? undefined : 'unreachable'));
  if (obstacle !== lastObstacle) setLastObstacle(obstacle);

  if (obstacle === undefined && me.data !== undefined && start.data !== undefined) {
    return (
      <MeContext value={me.data}>
        <LiveProvider start={start.data}>
          <IdleLock isOn={!me.data.trial} name={me.data.name}>
            {children}
          </IdleLock>
        </LiveProvider>
      </MeContext>
    );
  }
  if (obstacle === 'unreachable') {
    return (
      <main>
        <Unreachable
          retry={() => void Promise.all([me.refetch(), start.refetch()])}
          isTrial={deskConfig().trial}
          isTrying={me.isFetching || start.isFetching}
        />
      </main>
    );
  }
  if (obstacle !== undefined) return <SignInPage hint={obstacle} />;
  return (
    <p className="sr-only" role="status">
      Opening the desk
    </p>
  );
}

type LockProps = { isOn: boolean; name: string; children: ReactNode };

/** After 15 minutes without activity, shows a lock screen in place of the content, until the user signs in again. */
const IdleLock = ({ isOn, name, children }: LockProps) =>
  useIdleLock(isOn) ? <Locked name={name} /> : children;
