import type { QueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { keys } from '../api/queries.ts';
import { clearDrafts } from '../lib/drafts.ts';
import { forgetLastSeen } from '../lib/last-seen.ts';
import { touch } from './idle-lock.ts';

const PERSON_KEY = 'desk.person';

/** Asks who is signed in again when the session ends, here or in another tab. The gate then asks for a sign-in. */
export function watchSession(queries: QueryClient): void {
  auth().onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') void queries.invalidateQueries({ queryKey: keys.me });
  });
}

/** Whether somebody was signed in in this tab: their sign-in has then ended without their doing. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(PERSON_KEY) !== null;

/**
 * Opens the desk after any kind of sign-in: where the person was, with what they had typed. For another person it
 * forgets both.
 */
export async function openDesk(queries: QueryClient): Promise<void> {
  const { data } = await auth().getSession();
  const person = data.session?.user.id ?? '';
  const last = sessionStorage.getItem(PERSON_KEY);
  sessionStorage.setItem(PERSON_KEY, person);
  touch();
  if (last !== null && last !== person) {
    clearDrafts();
    forgetLastSeen();
    await queries.resetQueries();
    return;
  }
  await queries.refetchQueries({
    predicate: ({ queryKey, state }) => state.status === 'error' || queryKey[0] === keys.me[0],
  });
}

/** Signs out and forgets everything about the person in this tab. */
export async function leaveDesk(queries: QueryClient, scope: 'local' | 'global'): Promise<void> {
  const { error } = await auth().signOut({ scope });
  if (error) throw error;
  sessionStorage.removeItem(PERSON_KEY);
  clearDrafts();
  forgetLastSeen();
  location.hash = '#/';
  await queries.resetQueries();
}

type Answer = { data: unknown; error: Error | null };

/** The value of an answer of the sign-in. @throws its error */
export async function dataOf<Given extends Answer>(
  answer: Promise<Given>,
): Promise<Extract<Given, { error: null }>['data']> {
  const { data, error } = await answer;
  if (error) throw error;
  return data;
}
