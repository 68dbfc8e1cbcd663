import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/queries.ts';
import { isOlder } from '../api/versions.ts';
import type { Card, Changes, Counts, InboxPage, Lead } from '../api/types.ts';

type List = InfiniteData<InboxPage> | { cards: Card[] };

/** Replaces the changed leads in all lists, and removes those that are gone. The others keep their places, so that rows do not move. */
function updateLists(queries: QueryClient, changed: readonly Card[], gone: readonly string[] = []): void {
  const [newer, removed] = [new Map(changed.map((card) => [card.id, card])), new Set(gone)];
  const update = (cards: Card[]) =>
    cards
      .filter(({ id }) => !removed.has(id))
      .map((card) => {
        const other = newer.get(card.id);
        return other === undefined || isOlder(other, card) ? card : other;
      });
  queries.setQueriesData<List>({ queryKey: queryKeys.lists }, (list) => {
    if (list === undefined) return list;
    if (!('pages' in list)) return { ...list, cards: update(list.cards) };
    return { ...list, pages: list.pages.map((page) => ({ ...page, cards: update(page.cards) })) };
  });
}

/** Whether every list on the screen shows this lead already. One may have been read before it came, and another one since. */
export function isListed(queries: QueryClient, id: string): boolean {
  const lists = queries
    .getQueriesData<List>({ queryKey: queryKeys.lists, type: 'active' })
    .flatMap(([, list]) => list ?? []);
  const shows = (list: List) =>
    ('pages' in list ? list.pages : [list]).some(({ cards }) => cards.some((card) => card.id === id));
  return lists.length > 0 && lists.every(shows);
}

/**
 * Puts a lead into the query cache and all lists, after the user's own change of it was stored. Cancels a pending read
 * of the lead, whose result would be older. The lists are read again after the last of several changes.
 */
export function mergeLead(queries: QueryClient, lead: Lead, isLast = true): void {
  void queries.cancelQueries({ queryKey: queryKeys.lead(lead.id) });
  queries.setQueryData(queryKeys.lead(lead.id), lead);
  updateLists(queries, [lead]);
  if (isLast) void queries.invalidateQueries({ queryKey: queryKeys.lists });
}

/** Puts the result of a poll into the query cache. Polls may repeat a change, and merging it twice does no harm. */
export function mergeChanges(queries: QueryClient, changes: Changes): void {
  const before = queries.getQueryData<Counts>(queryKeys.counts);
  queries.setQueryData(queryKeys.counts, changes.counts);
  queries.setQueryData(queryKeys.faults, changes.faults);
  // The names of the staff, and the user's own role.
  if (changes.events.some(({ kind }) => kind === 'staff_added' || kind === 'staff_ended')) {
    void queries.invalidateQueries({ queryKey: queryKeys.me });
  }
  // A lead whose follow-up becomes due has not changed, so no poll returns it: only the number of due leads grows. The
  // list "Now" is then read again. It is sorted by due time, so the new rows come at its end and the others stay in
  // place. A complaint comes at its beginning, whatever its lead was before.
  const isGrown = (name: 'complaint' | 'due') => before !== undefined && changes.counts[name] > before[name];
  if (isGrown('due') || isGrown('complaint')) {
    void queries.invalidateQueries({ queryKey: queryKeys.inbox('now') });
  }
  if (changes.reset) {
    void queries.invalidateQueries({ queryKey: queryKeys.lists });
    void queries.invalidateQueries({ queryKey: queryKeys.leads });
    return;
  }
  const { cards, gone, events } = changes;
  if (cards.length > 0 || gone.length > 0) {
    updateLists(queries, cards, gone);
    // Lists that are not on the screen may lack leads by now, so they are read again when they are opened.
    void queries.invalidateQueries({ queryKey: queryKeys.lists, type: 'inactive', refetchType: 'none' });
  }
  const changedIds = new Set([
    ...cards.map(({ id }) => id),
    ...gone,
    ...events.flatMap(({ lead_id }) => lead_id ?? []),
  ]);
  for (const id of changedIds) void queries.invalidateQueries({ queryKey: queryKeys.lead(id) });
}
