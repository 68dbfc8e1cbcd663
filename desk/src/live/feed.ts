import type { QueryClient } from '@tanstack/react-query';
import { readChanges } from '../api/calls.ts';
import { queryKeys } from '../api/queries.ts';
import { signInHint } from '../api/refusal.ts';
import type { Card, Changes, EventKind, Me } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { isListed, mergeChanges } from './merge-changes.ts';
import { activityOf, nextPollMs } from './poll.ts';

/** The events after which a lead needs somebody. */
const NEWS: ReadonlySet<EventKind> = new Set([
  'received',
  'written',
  'call_wished',
  'complained',
  'offer_answered',
  'seller_stopped',
  'mail_returned',
]);

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;

type Shown = {
  /** Sets since when polling fails, in milliseconds since 1970; undefined while it works. */
  setBrokenSince: (update: (since: number | undefined) => number | undefined) => void;
  /** Sets the new leads that are not in a list yet, the newest first. */
  setArrivals: (update: (waiting: readonly Card[]) => readonly Card[]) => void;
  /** Adds the new leads to the lists. */
  showArrivals: () => void;
  /** Tells the user of leads, by their ids, that need somebody and came while the tab was hidden. */
  tell: (leadIds: readonly string[]) => void;
  /** Tells the user of a lead who sees the tab. */
  tellHere: (lead: Card, title: string) => void;
  /** Called when the tab is shown again. */
  allSeen: () => void;
};

/**
 * Polls for changes and puts them into the query cache: often while the user is active, and rarely while the tab is
 * hidden, so that the user is told of new leads.
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
  /** The ids of the events that the user was told of, because polls may repeat an event. */
  const told = new Set<string>();

  const schedule = () => {
    clearTimeout(timer);
    const activity = activityOf(document.visibilityState === 'visible', Date.now() - activeAt);
    if (!isOver) timer = setTimeout(() => void poll(), nextPollMs(activity, failures, Math.random()));
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
      tellNews(changes);
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

  const addArrivals = ({ events, cards, gone, reset }: Changes) => {
    // All lists are read again.
    if (reset) {
      shown.setArrivals(() => []);
      return;
    }
    const received = new Set(events.filter(({ kind }) => kind === 'received').map(({ lead_id }) => lead_id));
    const added = cards.filter(
      ({ id, is_suspect }) => received.has(id) && !is_suspect && !isListed(queries, id),
    );
    const removed = new Set([...gone, ...added.map(({ id }) => id)]);
    if (removed.size === 0) return;
    shown.setArrivals((waiting) => [...added, ...waiting.filter(({ id }) => !removed.has(id))]);
  };

  /**
   * Tells the user once of each lead that a colleague has given them, and of each message; while the tab is hidden, also of
   * each new lead, and of each lead whose seller asks something.
   */
  const tellNews = ({ events, cards }: Changes) => {
    const isHidden = document.visibilityState !== 'visible';
    const me = queries.getQueryData<Me>(queryKeys.me);
    const news = events.flatMap(({ id, kind, lead_id }) => {
      const card = cards.find((other) => other.id === lead_id && !other.is_suspect);
      if (card === undefined || told.has(id)) return [];
      const isGiven = kind === 'assigned' && card.given_by !== null && card.assignee?.id === me?.id;
      if (!isGiven && kind !== 'written' && !(isHidden && NEWS.has(kind))) return [];
      told.add(id);
      if (kind === 'written' && !isHidden) shown.tellHere(card, 'New message from a seller');
      if (isGiven) {
        shown.tellHere(card, `${card.given_by?.name} gave you a lead`);
        void queries.invalidateQueries({ queryKey: queryKeys.inbox('mine') });
      }
      return card.id;
    });
    if (isHidden && news.length > 0) shown.tell(news);
  };

  const onActivity = () => {
    const wasIdle = activityOf(true, Date.now() - activeAt) === 'idle';
    activeAt = Date.now();
    if (wasIdle) void poll();
  };
  const onVisibility = () => {
    if (document.visibilityState !== 'visible') {
      schedule();
      return;
    }
    told.clear();
    shown.allSeen();
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
