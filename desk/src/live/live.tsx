import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { readChanges } from '../api/calls.ts';
import { keys } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Card, Changes } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { isListed, mergeChanges } from './merge-changes.ts';
import { attentionOf, nextPollMs } from './poll.ts';

type Live = {
  /** When the connection was lost, in milliseconds since 1970, or undefined while there is one. */
  brokenSince: number | undefined;
  /** New leads that wait above the list until somebody lets them in. */
  arrivals: readonly Card[];
  letIn: () => void;
};

const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLive() is below <LiveProvider> only.');
  return live;
}

const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const;

/** Asks for changes as long as somebody is signed in, and puts them into the query cache. */
export function LiveProvider({ start, children }: { start: Changes; children: ReactNode }) {
  const queries = useQueryClient();
  const [brokenSince, setBrokenSince] = useState<number>();
  const [arrivals, setArrivals] = useState<readonly Card[]>([]);

  const letIn = useCallback(() => {
    setArrivals([]);
    void queries.invalidateQueries({ queryKey: keys.lists });
  }, [queries]);

  useEffect(() => {
    let cursor = start.cursor;
    let failures = 0;
    let touchedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let isAskedAgain = false;
    let isOver = false;

    const schedule = () => {
      clearTimeout(timer);
      const attention = attentionOf(document.visibilityState === 'visible', Date.now() - touchedAt);
      const wait = nextPollMs(attention, failures, Math.random());
      if (wait !== undefined && !isOver) timer = setTimeout(() => void ask(), wait);
    };

    const ask = async () => {
      if (isAsking) {
        isAskedAgain = true;
        return;
      }
      isAsking = true;
      isAskedAgain = false;
      try {
        const changes = await readChanges(cursor);
        if (isOver) return;
        cursor = changes.cursor;
        const wasBroken = failures > 0;
        failures = 0;
        setBrokenSince(undefined);
        mergeChanges(queries, changes);
        announce(changes);
        if (wasBroken) {
          outbox.hurry();
          void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
        }
      } catch (error) {
        if (isOver) return;
        if (signInHint(error) !== undefined) {
          void queries.invalidateQueries({ queryKey: keys.me });
          return;
        }
        failures += 1;
        setBrokenSince((since) => since ?? Date.now());
      } finally {
        isAsking = false;
        if (isAskedAgain as boolean) void ask();
        else schedule();
      }
    };

    const announce = ({ events, cards }: Changes) => {
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

    const onTouch = () => {
      const wasIdle = attentionOf(true, Date.now() - touchedAt) === 'idle';
      touchedAt = Date.now();
      if (wasIdle) void ask();
    };
    const onVisibility = () => {
      if (document.visibilityState !== 'visible') {
        clearTimeout(timer);
        return;
      }
      // Nobody was touching the list while it was hidden, so it may change.
      letIn();
      touchedAt = Date.now();
      void ask();
    };
    const askSoon = () => void ask();

    for (const type of TOUCHES) addEventListener(type, onTouch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('focus', askSoon);
    addEventListener('online', askSoon);
    schedule();
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const type of TOUCHES) removeEventListener(type, onTouch, { capture: true });
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('focus', askSoon);
      removeEventListener('online', askSoon);
    };
  }, [queries, start, letIn]);

  const live = useMemo(() => ({ brokenSince, arrivals, letIn }), [brokenSince, arrivals, letIn]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
