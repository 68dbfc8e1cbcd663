import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { countsQuery, queryKeys } from '../api/queries.ts';
import type { Card, Changes } from '../api/types.ts';
import { setTitleCount } from '../ui/title.ts';
import * as alerts from './alerts.ts';
import { startFeed } from './feed.ts';

type Live = {
  /** How many leads wait in the list "Now", in figures; empty if none does. */
  waiting: string;
  /** When polling first failed, in milliseconds since 1970; undefined while it works. */
  brokenSince: number | undefined;
  /** New leads that a button above the list announces. They are not in the list until the user presses it. */
  arrivals: readonly Card[];
  showArrivals: () => void;
};

const NONE = { complaint: 0, overdue: 0, new: 0, due: 0 };

const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLive() works only inside <LiveProvider>.');
  return live;
}

/** Whether polling works; true outside of `LiveProvider`. */
export const useIsConnected = (): boolean => use(LiveContext)?.brokenSince === undefined;

/** Polls for changes while the user is signed in, and puts them into the query cache. */
export function LiveProvider({ start, children }: { start: Changes; children: ReactNode }) {
  const queries = useQueryClient();
  const [brokenSince, setBrokenSince] = useState<number>();
  const [arrivals, setArrivals] = useState<readonly Card[]>([]);

  const { data: counts = NONE } = useQuery(countsQuery());
  const sum = counts.complaint + counts.overdue + counts.new + counts.due;
  const waiting = sum > 999 ? '999+' : sum > 0 ? String(sum) : '';
  useEffect(() => {
    setTitleCount(waiting);
    return () => setTitleCount('');
  }, [waiting]);

  const showArrivals = useCallback(() => {
    setArrivals([]);
    void queries.invalidateQueries({ queryKey: queryKeys.lists });
  }, [queries]);

  useEffect(
    () => startFeed(queries, start.cursor, { ...alerts, setBrokenSince, setArrivals, showArrivals }),
    [queries, start, showArrivals],
  );

  const live = useMemo(
    () => ({ waiting, brokenSince, arrivals, showArrivals }),
    [waiting, brokenSince, arrivals, showArrivals],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
