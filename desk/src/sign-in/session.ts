import type { QueryClient } from '@tanstack/react-query';
import { post } from '../api/account.ts';
import { discardPrefetched } from '../api/first-screen.ts';
import { queryKeys } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Me } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { clearDrafts } from '../changes/drafts.ts';
import { forgetLastList } from '../api/last-list.ts';
import { tabStorage } from '../lib/storage.ts';
import { noteActivity } from './idle-lock.ts';

const PERSON_KEY = 'desk.person';

/** Tells the other tabs the id of the person who has signed in; null for a sign-out. */
const channel = new BroadcastChannel('desk.session');

/** Reacts when a user signs in or out in another tab, and when the server says who is signed in. */
export function watchSession(queries: QueryClient): void {
  channel.onmessage = ({ data: person }: MessageEvent<string | null>) => {
    if (person !== null) forgetFormerUser(person, queries);
    else void queries.invalidateQueries({ queryKey: queryKeys.me });
  };
  queries.getQueryCache().subscribe((event) => {
    // Only a new answer counts: while somebody signs out, the former answer is still in the cache.
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && (event.query.queryKey as unknown[])[0] === queryKeys.me[0]) {
      forgetFormerUser((event.query.state.data as Me).id, queries);
    }
  });
}

/** If another user has signed in, deletes the former user's drafts and cached data from this tab. */
function forgetFormerUser(id: string, queries: QueryClient): void {
  const last = tabStorage.getItem(PERSON_KEY);
  if (last === id) return;
  tabStorage.setItem(PERSON_KEY, id);
  if (last === null) return;
  discardPrefetched();
  clearDrafts();
  forgetLastList();
  // In a new task, because a query may be telling its observers of its result.
  setTimeout(() => void queries.resetQueries());
}

/** Whether somebody signed in in this tab and did not sign out. If they must sign in now, their session has expired. */
export const wasSignedIn = (): boolean => tabStorage.getItem(PERSON_KEY) !== null;

/** Opens the desk after any kind of sign-in, at the page where the user was. @param person the user's id */
export async function openDesk(queries: QueryClient, person: string): Promise<void> {
  discardPrefetched();
  forgetFormerUser(person, queries);
  channel.postMessage(person);
  noteActivity();
  await queries.refetchQueries({
    // Queries in progress are left alone. One of them, in `OneTimeLink`, waits for this call and must not run again.
    predicate: ({ queryKey, state: { status, fetchStatus } }) =>
      fetchStatus === 'idle' && (status === 'error' || queryKey[0] === queryKeys.me[0]),
  });
}

/**
 * Signs out, and deletes the user's drafts and cached data from this tab, and their unsent changes from this browser.
 *
 * @param scope `here`: on this device; `everywhere`: on all of the user's devices
 *
 * @throws {Unavailable} if the user is still signed in, because only the server can end a session
 */
export async function leaveDesk(queries: QueryClient, scope: 'here' | 'everywhere'): Promise<void> {
  // Removed before the request: the sign-in page may appear before the response, and with this entry it would say that
  // the session has expired.
  const person = tabStorage.getItem(PERSON_KEY);
  tabStorage.removeItem(PERSON_KEY);
  try {
    await post('/sign-out', { scope });
  } catch (error) {
    // The session had ended already.
    if (signInHint(error) !== 'no_session') {
      if (person !== null) tabStorage.setItem(PERSON_KEY, person);
      throw error;
    }
  }
  // Again, because an answer that was under way may have told who the user was.
  tabStorage.removeItem(PERSON_KEY);
  channel.postMessage(null);
  outbox.clear();
  clearDrafts();
  forgetLastList();
  // If the script cannot be loaded, the server tells this browser of nothing all the same.
  await import('../live/device.ts').then(({ forgetDevice }) => forgetDevice()).catch(() => undefined);
  location.hash = '#/';
  await queries.resetQueries();
}
