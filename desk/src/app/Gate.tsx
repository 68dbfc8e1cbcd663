import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import { readChanges } from '../api/calls.ts';
import { meQuery } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Me } from '../api/types.ts';
import { LiveProvider } from '../live/live.tsx';
import { NoAnswer } from './NoAnswer.tsx';
import { keepReturnPath } from './return-path.ts';

const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Below <Gate> only. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('useMe() is below <Gate> only.');
  return me;
}

/**
 * Shows its children to those whom the database lets in. Others are sent to sign in, or to their account where a
 * passkey or an authenticator app is all that is missing.
 */
export function Gate({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const me = useQuery(meQuery());
  // In parallel with `me`, and before the first list is read, so that no change falls between the two.
  const start = useQuery({ queryKey: ['start'], queryFn: () => readChanges(null), gcTime: 0 });

  const hint = signInHint(me.error);
  useEffect(() => {
    if (hint !== undefined) keepReturnPath(path);
  }, [hint, path]);

  if (hint === 'second_factor') return <Redirect to="/account" replace />;
  if (hint !== undefined) return <Redirect to="/sign-in" replace />;
  if (me.data !== undefined && start.data !== undefined) {
    return (
      <MeContext value={me.data}>
        <LiveProvider start={start.data}>{children}</LiveProvider>
      </MeContext>
    );
  }
  const error = me.error ?? start.error;
  if (error) return <NoAnswer retry={() => void Promise.all([me.refetch(), start.refetch()])} />;
  return (
    <p className="sr-only" role="status">
      Opening the desk
    </p>
  );
}
