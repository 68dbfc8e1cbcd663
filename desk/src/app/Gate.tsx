import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState, type ReactNode } from 'react';
import { readChanges } from '../api/calls.ts';
import { meQuery } from '../api/queries.ts';
import { signInHint, type SignInHint } from '../api/refusal.ts';
import type { Me } from '../api/types.ts';
import { useOutboxOf } from '../changes/use-outbox-of.ts';
import { LiveProvider } from '../live/live.tsx';
import { IdleLock } from '../sign-in/IdleLock.tsx';
import { NoAnswer } from './NoAnswer.tsx';
import { SignInPage } from './pages.ts';

const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Below <Gate> only. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('useMe() is below <Gate> only.');
  return me;
}

/** Why the desk is not open: what is missing of the sign-in, or the connection. */
type Obstacle = SignInHint | 'no answer';

/**
 * Shows its children to those whom the database lets in. Others sign in where they are, and find what they had typed.
 */
export function Gate({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  // In parallel with `me`, and before the first list is read, so that no change falls between the two.
  const start = useQuery({ queryKey: ['start'], queryFn: () => readChanges(null), gcTime: 0 });

  useOutboxOf(me.error ? undefined : me.data?.id, me.dataUpdatedAt);

  const isOpen = me.data !== undefined && start.data !== undefined;
  const hint = signInHint(me.error) ?? signInHint(start.error);
  // A query that is asked again has no error until its answer comes. What was shown stays meanwhile: the list as it was
  // last seen, or what somebody types to sign in.
  const [lastObstacle, setLastObstacle] = useState<Obstacle>();
  const isBeingAsked = !isOpen && !me.isError && !start.isError;
  const obstacle = isBeingAsked ? lastObstacle : (hint ?? (isOpen ? undefined : 'no answer'));
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
  if (obstacle === 'no answer') {
    return (
      <main>
        <NoAnswer
          retry={() => void Promise.all([me.refetch(), start.refetch()])}
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
