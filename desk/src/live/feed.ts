import type { QueryClient } from '@tanstack/react-query';
import { readChanges } from '../api/calls.ts';
import { queryKeys } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Card, Changes } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { isListed, mergeChanges } from './merge-changes.ts';
import { activityOf, nextPollMs } from './poll.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;

type Shown = {
  /** Sets since when polling fails, in milliseconds since 1970; undefined while it works. */
  setBrokenSince: (update: (since: number | undefined) => number | undefined) => void;
  /** Sets the new leads that are not in a list yet, the newest first. */
  setArrivals: (update: (waiting: readonly Card[]) => readonly Card[]) => void;
  /** Adds the new leads to the lists. */
  showArrivals: () => void;
};

/**
 * Polls for changes and puts them into the query cache, more often while the user is active, and not while the tab is
 * hidden.
 *
 * @returns a function that ends it
 */
export function startFeed(queries: QueryClient, start: string, shown: Shown): () => void {
  let cursor = start;
  let failures = 0;
  let activeAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let mustPollAgain = false;
  let isOver = false;

  const schedule = () => {
    clearTimeout(timer);
    const activity = activityOf(document.visibilityState === 'visible', Date.now() - activeAt);
    const wait = nextPollMs(activity, failures, Math.random());
    if (wait !== undefined && !isOver) timer = setTimeout(() => void poll(), wait);
  };

  const poll = async () => {
    if (isPolling) {
      mustPollAgain = true;
      return;
    }
    isPolling = true;
    mustPollAgain = false;
    try {
      const changes = await readChanges(cursor);
      if (isOver) return;
      cursor = changes.cursor;
      const wasBroken = failures > 0;
      failures = 0;
      shown.setBrokenSince(() => undefined);
      mergeChanges(queries, changes);
      addArrivals(changes);
      if (wasBroken) {
        outbox.retryNow();
        void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      }
    } catch (error) {
      if (isOver) return;
      if (signInHint(error) !== undefined) {
        void queries.invalidateQueries({ queryKey: queryKeys.me });
        return;
      }
      failures += 1;
      shown.setBrokenSince((since) => since ?? Date.now());
    } finally {
      isPolling = false;
      if ((mustPollAgain as boolean) && !isOver) void poll();
      else schedule();
    }
  };

  const addArrivals = ({ events, cards, gone }: Changes) => {
    const received = new Set(events.filter(({ kind }) => kind === 'received').map(({ lead_id }) => lead_id));
    const added = cards.filter(
      ({ id, is_suspect }) => received.has(id) && !is_suspect && !isListed(queries, id),
    );
    const removed = new Set([...gone, ...added.map(({ id }) => id)]);
    if (removed.size === 0) return;
    shown.setArrivals((waiting) => [...added, ...waiting.filter(({ id }) => !removed.has(id))]);
  };

  const onActivity = () => {
    const wasIdle = activityOf(true, Date.now() - activeAt) === 'idle';
    activeAt = Date.now();
    if (wasIdle) void poll();
  };
  const onVisibility = () => {
    if (document.visibilityState !== 'visible') {
      clearTimeout(timer);
      return;
    }
    // The tab was hidden, so nobody is about to press a row, and new leads can be added to the list.
    shown.showArrivals();
    activeAt = Date.now();
    void poll();
  };
  const pollSoon = () => void poll();

  for (const type of ACTIVITY_EVENTS) addEventListener(type, onActivity, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('focus', pollSoon);
  addEventListener('online', pollSoon);
  schedule();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const type of ACTIVITY_EVENTS) removeEventListener(type, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('focus', pollSoon);
    removeEventListener('online', pollSoon);
  };
}
