import type { QueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { keys } from '../api/queries.ts';
import type { Clients } from '../api/supabase.ts';
import type { Me } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { clearDrafts } from '../lib/drafts.ts';
import { forgetLastSeen } from '../lib/last-seen.ts';
import { touch } from './idle-lock.ts';

const PERSON_KEY = 'desk.person';

/** Keeps the app in step with the session, which can begin and end in another tab as well. */
export function watchSession(client: Clients['auth'], queries: QueryClient): void {
  client.onAuthStateChange((event, session) => {
    if (session !== null) notePerson(session.user.id, queries);
    else if (event === 'SIGNED_OUT') void queries.invalidateQueries({ queryKey: keys.me });
  });
}

/** Forgets what another person has read and typed in this tab. In a new tab, that is the person of the first screen. */
function notePerson(id: string, queries: QueryClient): void {
  const last = sessionStorage.getItem(PERSON_KEY) ?? queries.getQueryData<Me>(keys.me)?.id ?? null;
  sessionStorage.setItem(PERSON_KEY, id);
  if (last === null || last === id) return;
  clearDrafts();
  forgetLastSeen();
  // After this task: the client may still hold its session while it tells of the change.
  setTimeout(() => void queries.resetQueries());
}

/** Whether somebody was signed in in this tab: their sign-in has then ended without their doing. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(PERSON_KEY) !== null;

/** Opens the desk after any kind of sign-in: where the person was, with what they had typed. */
export async function openDesk(queries: QueryClient): Promise<void> {
  touch();
  await queries.refetchQueries({
    // Not what is being read: that may be waiting for this.
    predicate: ({ queryKey, state: { status, fetchStatus } }) =>
      fetchStatus === 'idle' && (status === 'error' || queryKey[0] === keys.me[0]),
  });
}

/**
 * Signs out and forgets everything about the person in this tab.
 *
 * @throws when the person is still signed in
 */
export async function leaveDesk(queries: QueryClient, scope: 'local' | 'global'): Promise<void> {
  // First: the sign-in page may come before the answer, and must not say that the sign-in has ended by itself.
  sessionStorage.removeItem(PERSON_KEY);
  const { error } = await auth().signOut({ scope });
  if (error) {
    // Offline, this device forgets the session all the same.
    const { data } = await auth().getSession();
    if (data.session !== null) {
      sessionStorage.setItem(PERSON_KEY, data.session.user.id);
      throw error;
    }
  }
  outbox.forget();
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
