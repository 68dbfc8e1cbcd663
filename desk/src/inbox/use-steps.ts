import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Card } from '../api/types.ts';
import { useShortcuts } from '../lib/use-shortcuts.ts';

type Pages = { hasNextPage: boolean; fetchNextPage: (options: { cancelRefetch: false }) => unknown };

/** While a key is held down, the leads that are passed are not opened: each would be a request. */
const SETTLE_MS = 80;

const openId = () => /^#\/lead\/(.+)/.exec(location.hash)?.[1];

/**
 * J and K open the lead after or before the open one, or the focused one; the first if there is none. At the end of a
 * list, its next page is read first. Only the first of these leads adds an entry to the browser's history.
 *
 * @param cards the list's leads, in the order of its rows
 */
export function useSteps(cards: readonly Card[], pages?: Pages): void {
  const [, navigate] = useLocation();
  /** The lead that is about to be opened. */
  const target = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The steps that wait for the next page. */
  const owed = useRef(0);

  function go(by: number): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card;
    const current = target.current ?? openId() ?? focused;
    const to = Math.max(cards.findIndex(({ id }) => id === current) + by, 0);
    const next = cards[Math.min(to, cards.length - 1)];
    owed.current = pages?.hasNextPage ? Math.max(to - cards.length + 1, 0) : 0;
    if (owed.current > 0) void pages?.fetchNextPage({ cancelRefetch: false });
    if (next === undefined) return;
    target.current = next.id;
    document.querySelector<HTMLElement>(`[data-card="${next.id}"]`)?.focus();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      target.current = undefined;
      const open = openId();
      if (next.id !== open) navigate(`/lead/${next.id}`, { replace: open !== undefined });
    }, SETTLE_MS);
  }
  const goOn = useEffectEvent(() => {
    if (owed.current > 0) go(owed.current);
  });
  useEffect(() => goOn(), [cards.length]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({ j: () => go(owed.current + 1), k: () => go(owed.current - 1) });
}
