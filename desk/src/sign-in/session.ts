import type { QueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { queryKeys } from '../api/queries.ts';
import type { Clients } from '../api/supabase-clients.ts';
import type { Me } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { clearDrafts } from '../changes/drafts.ts';
import { forgetLastList } from '../api/last-list.ts';
import { tabStorage } from '../lib/storage.ts';
import { noteActivity } from './idle-lock.ts';

const PERSON_KEY = 'desk.person';

/** Reacts when a user signs in or out, which can also happen in another tab. */
export function watchSession(client: Clients['auth'], queries: QueryClient): void {
  client.onAuthStateChange((event, session) => {
    if (session !== null) forgetFormerUser(session.user.id, queries);
    else if (event === 'SIGNED_OUT') void queries.invalidateQueries({ queryKey: queryKeys.me });
  });
}

/**
 * If another user has signed in, deletes the former user's drafts and cached data from this tab. If the tab has not
 * stored who its former user is, it is the user whose data the first screen has loaded.
 */
function forgetFormerUser(id: string, queries: QueryClient): void {
  const last = tabStorage.getItem(PERSON_KEY) ?? queries.getQueryData<Me>(queryKeys.me)?.id ?? null;
  tabStorage.setItem(PERSON_KEY, id);
  if (last === null || last === id) return;
  clearDrafts();
  forgetLastList();
  // In a new task: during this callback, auth-js may still hold its session lock, which the queries need.
  setTimeout(() => void queries.resetQueries());
}

/** Whether somebody signed in in this tab and did not sign out. If they must sign in now, their session has expired. */
export const wasSignedIn = (): boolean => tabStorage.getItem(PERSON_KEY) !== null;

/** Opens the desk after any kind of sign-in, at the page where the user was. */
export async function openDesk(queries: QueryClient): Promise<void> {
  noteActivity();
  await queries.refetchQueries({
    // Queries in progress are left alone. One of them, in `OneTimeLink`, waits for this call and must not run again.
    predicate: ({ queryKey, state: { status, fetchStatus } }) =>
      fetchStatus === 'idle' && (status === 'error' || queryKey[0] === queryKeys.me[0]),
  });
}

/**
 * Signs out, and deletes the user's drafts, unsent changes and cached data from this tab.
 *
 * @param scope `local`: on this device; `global`: on all of the user's devices
 *
 * @throws if the user is still signed in
 */
export async function leaveDesk(queries: QueryClient, scope: 'local' | 'global'): Promise<void> {
  // Removed before signOut(): the sign-in page may appear before the response, and with this entry it would say that
  // the session has expired.
  tabStorage.removeItem(PERSON_KEY);
  const { error } = await auth().signOut({ scope });
  if (error) {
    // A local sign-out deletes this device's session even if its request fails.
    const { data } = await auth().getSession();
    if (data.session !== null) {
      tabStorage.setItem(PERSON_KEY, data.session.user.id);
      throw error;
    }
  }
  outbox.clear();
  clearDrafts();
  forgetLastList();
  location.hash = '#/';
  await queries.resetQueries();
}

type AuthResponse = { data: unknown; error: Error | null };

/** Unwraps auth-js's `{ data, error }`: returns data, throws error. */
export async function dataOf<Given extends AuthResponse>(
  response: Promise<Given>,
): Promise<Extract<Given, { error: null }>['data']> {
  const { data, error } = await response;
  if (error) throw error;
  return data;
}
