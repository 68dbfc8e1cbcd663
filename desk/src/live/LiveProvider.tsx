import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { queryKeys } from '../api/queries.ts';
import type { Card, Changes } from '../api/types.ts';
import * as alerts from './alerts.ts';
import { startFeed } from './feed.ts';

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

/** Polls for changes while the user is signed in, and puts them into the query cache. */
export function LiveProvider({ start, children }: { start: Changes; children: ReactNode }) {
  const queries = useQueryClient();
  const [brokenSince, setBrokenSince] = useState<number>();
  const [arrivals, setArrivals] = useState<readonly Card[]>([]);

  const showArrivals = useCallback(() => {
    setArrivals([]);
    void queries.invalidateQueries({ queryKey: queryKeys.lists });
  }, [queries]);

  useEffect(
    () => startFeed(queries, start.cursor, { ...alerts, setBrokenSince, setArrivals, showArrivals }),
    [queries, start, showArrivals],
  );

  const live = useMemo(
    () => ({ brokenSince, arrivals, showArrivals }),
    [brokenSince, arrivals, showArrivals],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
