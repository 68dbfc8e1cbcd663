import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../api/queries.ts';
import { clearDraft, moveDrafts } from '../changes/drafts.ts';
import { mergeLead } from './merge-changes.ts';
import { baseAfter } from '../changes/base.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { CHANGE_PREFIX, isUnanswered, type Change } from '../changes/outbox.ts';

/** Toasts are imported on demand, because the first screen has none. */
async function showSaved({ words, base }: Change): Promise<void> {
  const { toasts } = await import('../ui/toasts.ts');
  toasts.add({ title: `Saved: ${words}`, description: base.name });
}

const TAB_LOCK = 'desk.tab.';
const LOOK_FOR_CLOSED_TABS_MS = 3_000;

/** Takes over what closed tabs have not sent. Each tab holds a lock with its id until it is closed. */
async function takeOver(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  outbox.adopt(new Set([outbox.tab, ...held.map(({ name = '' }) => name.slice(TAB_LOCK.length))]));
}

/**
 * Sends the signed-in user's unsent changes to leads. Each change that is stored updates the query cache and the drafts
 * of the lead's forms.
 *
 * @param person the user's id; undefined while it is not known
 * @param meReadAt when the signed-in user was last read from the server. Whenever it changes, waiting changes are sent
 *   again
 */
export function useOutboxSync(person: string | undefined, meReadAt: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (person === undefined) return;
    outbox.setUser(person);
    void takeOver();
  }, [person, meReadAt]);
  useEffect(() => {
    const unsubscribers = [
      outbox.onStored((change, lead) => {
        clearDraft(change.key);
        moveDrafts(lead.id, (base) => baseAfter(base, change, lead));
        mergeLead(queries, lead, !outbox.read().changes.some(isUnanswered));
        if (change.state === 'waiting' && !outbox.read().openForms.has(change.key)) {
          void showSaved(change);
        }
      }),
      outbox.onSignInNeeded(() => void queries.invalidateQueries({ queryKey: queryKeys.me })),
    ];
    const left = new AbortController();
    const { signal } = left;
    const untilLeft = () => new Promise((resolve) => signal.addEventListener('abort', resolve));
    void navigator.locks.request(TAB_LOCK + outbox.tab, untilLeft);
    addEventListener('online', outbox.retryNow, { signal });
    addEventListener('storage', ({ key }) => key?.startsWith(CHANGE_PREFIX) && outbox.readAgain(), {
      signal,
    });
    // A closed tab tells nobody.
    const timer = setInterval(() => {
      const hasOthers = outbox.read().changes.some(({ tab }) => tab !== outbox.tab);
      if (hasOthers) void takeOver();
    }, LOOK_FOR_CLOSED_TABS_MS);
    // The browser asks whether to leave the page. What waits is sent when the desk is opened again.
    const askToStay = (event: Event) =>
      outbox.read().changes.some(({ state }) => state === 'waiting') && event.preventDefault();
    addEventListener('beforeunload', askToStay, { signal });
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      left.abort();
      clearInterval(timer);
    };
  }, [queries]);
}
