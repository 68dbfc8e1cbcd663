import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys } from '../api/queries.ts';
import { isOlder } from '../api/versions.ts';
import type { Card, Changes, Counts, InboxPage, Lead } from '../api/types.ts';

type List = InfiniteData<InboxPage> | { cards: Card[] };

/** A list with the changed cards in place of the old ones. It keeps its order: nothing moves under a finger. */
function withChangedCards<Shown extends List>(list: Shown, changed: ReadonlyMap<string, Card>): Shown {
  const replace = (cards: Card[]) =>
    cards.map((card) => {
      const other = changed.get(card.id);
      return other === undefined || isOlder(other, card) ? card : other;
    });
  if ('pages' in list) {
    return { ...list, pages: list.pages.map((page) => ({ ...page, cards: replace(page.cards) })) };
  }
  return { ...list, cards: replace(list.cards) };
}

const without = <Shown extends List>(list: Shown, gone: ReadonlySet<string>): Shown => {
  const keep = (cards: Card[]) => cards.filter((card) => !gone.has(card.id));
  if ('pages' in list) {
    return { ...list, pages: list.pages.map((page) => ({ ...page, cards: keep(page.cards) })) };
  }
  return { ...list, cards: keep(list.cards) };
};

/** Whether a list shows this lead already. */
export const isListed = (queries: QueryClient, id: string): boolean =>
  queries
    .getQueriesData<List>({ queryKey: keys.lists })
    .flatMap(([, list]) => (list === undefined ? [] : 'pages' in list ? list.pages : [list]))
    .some(({ cards }) => cards.some((card) => card.id === id));

/** Shows one's own change everywhere at once. Answers that are still on their way are older. */
export function mergeLead(queries: QueryClient, lead: Lead): void {
  void queries.cancelQueries({ queryKey: keys.lead(lead.id) });
  queries.setQueryData(keys.lead(lead.id), lead);
  queries.setQueriesData<List>({ queryKey: keys.lists }, (list) =>
    list === undefined ? list : withChangedCards(list, new Map([[lead.id, lead]])),
  );
  void queries.invalidateQueries({ queryKey: keys.lists });
}

/** Puts what others did into what is shown. A change that comes twice does no harm. */
export function mergeChanges(queries: QueryClient, changes: Changes): void {
  const before = queries.getQueryData<Counts>(keys.counts);
  queries.setQueryData(keys.counts, changes.counts);
  // Time alone makes a follow-up due. It joins the end of the list, so nothing above it moves.
  if (before !== undefined && changes.counts.due > before.due) {
    void queries.invalidateQueries({ queryKey: keys.inbox('now') });
  }
  if (changes.reset) {
    void queries.invalidateQueries({ queryKey: keys.lists });
    void queries.invalidateQueries({ queryKey: keys.leads });
    return;
  }
  const cards = new Map(changes.cards.map((card) => [card.id, card]));
  const gone = new Set(changes.gone);
  if (cards.size > 0 || gone.size > 0) {
    queries.setQueriesData<List>({ queryKey: keys.lists }, (list) =>
      list === undefined ? list : without(withChangedCards(list, cards), gone),
    );
    // A list that is not on the screen may lack cards by now. It is read again when it is opened.
    void queries.invalidateQueries({ queryKey: keys.lists, type: 'inactive', refetchType: 'none' });
  }
  const touched = new Set([
    ...cards.keys(),
    ...gone,
    ...changes.events.flatMap(({ lead_id }) => lead_id ?? []),
  ]);
  for (const id of touched) void queries.invalidateQueries({ queryKey: keys.lead(id) });
}
