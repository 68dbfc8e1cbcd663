import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { readChanges } from '../api/calls.ts';
import { queryKeys } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Card, Changes } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { isListed, mergeChanges } from './merge-changes.ts';
import { activityOf, nextPollMs } from './poll.ts';

type Live = {
  /** When polling first failed, in milliseconds since 1970; undefined while it works. */
  brokenSince: number | undefined;
  /** New leads that a button above the list announces. They are not in the list until the user presses it. */
  arrivals: readonly Card[];
  showArrivals: () => void;
};

const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLive() works only inside <LiveProvider>.');
  return live;
}

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;

/** Polls for changes while the user is signed in, and puts them into the query cache. */
export function LiveProvider({ start, children }: { start: Changes; children: ReactNode }) {
  const queries = useQueryClient();
  const [brokenSince, setBrokenSince] = useState<number>();
  const [arrivals, setArrivals] = useState<readonly Card[]>([]);

  const showArrivals = useCallback(() => {
    setArrivals([]);
    void queries.invalidateQueries({ queryKey: queryKeys.lists });
  }, [queries]);

  useEffect(() => {
    let cursor = start.cursor;
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
        setBrokenSince(undefined);
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
        setBrokenSince((since) => since ?? Date.now());
      } finally {
        isPolling = false;
        if (mustPollAgain as boolean) void poll();
        else schedule();
      }
    };

    const addArrivals = ({ events, cards }: Changes) => {
      const received = new Set(
        events.filter(({ kind }) => kind === 'received').map(({ lead_id }) => lead_id),
      );
      const added = cards.filter(
        ({ id, is_suspect }) => received.has(id) && !is_suspect && !isListed(queries, id),
      );
      if (added.length === 0) return;
      setArrivals((waiting) => [
        ...added,
        ...waiting.filter(({ id }) => added.every((card) => card.id !== id)),
      ]);
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
      showArrivals();
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
  }, [queries, start, showArrivals]);

  const live = useMemo(
    () => ({ brokenSince, arrivals, showArrivals }),
    [brokenSince, arrivals, showArrivals],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
