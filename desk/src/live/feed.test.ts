import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskCard, deskEvent, NO_CHANGES } from '#support/desk/desk-leads.ts';
import { showList } from '#support/desk/show-list.ts';
import { readChanges } from '../api/calls.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import { Refusal, Unavailable } from '../api/refusal.ts';
import type { Card, EventKind } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { startFeed } from './feed.ts';
import { IDLE_AFTER_MS } from './poll.ts';

vi.mock(import('../api/calls.ts'), async (original) => ({ ...(await original()), readChanges: vi.fn() }));

const read = vi.mocked(readChanges);
const POLL_MS = 2_200;
const NOW = Date.parse('2026-11-23T10:00:00Z');

let queries: ReturnType<typeof createQueryClient>;
let page: EventTarget & { visibilityState: string };
let brokenSince: number | undefined;
let arrivals: readonly Card[];
const showArrivals = vi.fn();
const tell = vi.fn<(leadIds: readonly string[]) => void>();
const tellHere = vi.fn<(lead: Card, title: string) => void>();
const allSeen = vi.fn();
let stop: () => void;

const act = (event: string) => page.dispatchEvent(new Event(event));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Stubs a visible browser tab, and starts the feed in it. */
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(outbox, 'retryNow');
  read.mockReset().mockResolvedValue(NO_CHANGES);
  for (const mock of [showArrivals, tell, tellHere, allSeen]) mock.mockReset();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  queries = createQueryClient();
  brokenSince = undefined;
  arrivals = [];
  stop = startFeed(queries, '1', {
    setBrokenSince: (update) => {
      brokenSince = update(brokenSince);
    },
    setArrivals: (update) => {
      arrivals = update(arrivals);
    },
    showArrivals,
    tell,
    tellHere,
    allSeen,
  });
});
afterEach(() => {
  stop();
  queries.clear();
});

test('each poll asks for what came after the last one, and its result is put into the cache', async () => {
  expect(read).not.toHaveBeenCalled();
  await pass(POLL_MS);
  await pass(POLL_MS);
  expect(read.mock.calls).toEqual([['1'], ['2']]);
  expect(queries.getQueryData(queryKeys.counts)).toEqual(NO_CHANGES.counts);
});

const HIDDEN_POLL_MS = 20_000;

test('a hidden tab polls rarely. When it is shown, it adds new leads to the lists, and polls at once', async () => {
  page.visibilityState = 'hidden';
  act('visibilitychange');
  await pass(HIDDEN_POLL_MS - 1);
  expect(read).not.toHaveBeenCalled();
  await pass(1);
  expect([read.mock.calls.length, showArrivals.mock.calls.length]).toEqual([1, 0]);
  page.visibilityState = 'visible';
  act('visibilitychange');
  expect([read.mock.calls.length, showArrivals.mock.calls.length]).toEqual([2, 1]);
  await pass(POLL_MS);
  expect(read).toHaveBeenCalledTimes(3);
});

const event = (id: string, lead_id: string, kind: EventKind) => deskEvent(kind, { id, lead_id });

test('a hidden tab tells once of each new lead and of each seller who asks something, but not of suspect leads', async () => {
  const changes = {
    ...NO_CHANGES,
    events: [
      event('1', 'new', 'received'),
      event('2', 'asks', 'written'),
      event('3', 'seen', 'opened'),
      event('4', 'suspect', 'received'),
      event('5', 'wishes', 'call_wished'),
      event('6', 'answers', 'offer_answered'),
      event('7', 'stops', 'seller_stopped'),
    ],
    cards: [
      ...['new', 'asks', 'seen', 'wishes', 'answers', 'stops'].map((id) => deskCard({ id })),
      deskCard({ id: 'suspect', is_suspect: true }),
    ],
  };
  read.mockResolvedValue(changes);
  page.visibilityState = 'hidden';
  act('visibilitychange');
  await pass(2 * HIDDEN_POLL_MS);
  expect(tell.mock.calls).toEqual([[['new', 'asks', 'wishes', 'answers', 'stops']]]);
  expect(allSeen).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  act('visibilitychange');
  expect(allSeen).toHaveBeenCalledOnce();
});

test('an open tab tells once of each message, and of each lead that a colleague has given the user, and of no other', async () => {
  const me = { id: 'me', name: 'Me' };
  const ann = { id: 'ann', name: 'Ann' };
  queries.setQueryData(queryKeys.me, me);
  const cards = [
    deskCard({ id: 'mine', assignee: me, given_by: ann }),
    deskCard({ id: 'opened', assignee: me }),
    deskCard({ id: 'theirs', assignee: ann, given_by: me }),
  ];
  const events = [...cards.map(({ id }) => event(id, id, 'assigned')), event('8', 'theirs', 'written')];
  read.mockResolvedValue({ ...NO_CHANGES, events, cards });
  await pass(2 * POLL_MS);
  expect(tellHere.mock.calls).toEqual([
    [cards[0], 'Ann gave you a lead'],
    [cards[2], 'New message from a seller'],
  ]);
  expect(tell).not.toHaveBeenCalled();
});

test.each(['pointerdown', 'keydown', 'scroll'])(
  'after a minute without activity, polls are rare until the next %s, which polls at once',
  async (event) => {
    // The poll that was already planned when the minute ended still runs.
    await pass(IDLE_AFTER_MS + POLL_MS);
    const calls = read.mock.calls.length;
    await pass(4 * POLL_MS);
    expect(read).toHaveBeenCalledTimes(calls);
    act(event);
    act(event);
    await pass(0);
    expect(read).toHaveBeenCalledTimes(calls + 1);
    await pass(POLL_MS);
    expect(read).toHaveBeenCalledTimes(calls + 2);
  },
);

test.each(['focus', 'online'])('%s polls at once, or directly after the current poll', async (event) => {
  const { promise, resolve } = Promise.withResolvers<typeof NO_CHANGES>();
  read.mockReturnValueOnce(promise);
  act(event);
  act(event);
  expect(read).toHaveBeenCalledTimes(1);
  resolve(NO_CHANGES);
  await pass(0);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(POLL_MS);
  expect(read).toHaveBeenCalledTimes(3);
});

test('while polls fail, the feed is broken since the first failure, and waits longer; then what failed is tried again', async () => {
  const reading = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('read');
  await queries.query({ queryKey: ['failed'], queryFn: reading, retry: false }).catch(() => undefined);
  await queries.query({ queryKey: ['good'], queryFn: () => 'read' });
  read.mockRejectedValueOnce(new Unavailable('1')).mockRejectedValueOnce(new Unavailable('2'));
  await pass(POLL_MS);
  expect(brokenSince).toBe(NOW + POLL_MS);
  await pass(2 * POLL_MS);
  expect([brokenSince, read.mock.calls.length]).toEqual([NOW + POLL_MS, 2]);
  expect(outbox.retryNow).not.toHaveBeenCalled();
  await pass(4 * POLL_MS);
  expect([brokenSince, read.mock.calls.length]).toEqual([undefined, 3]);
  expect(outbox.retryNow).toHaveBeenCalledOnce();
  expect(queries.getQueryData(['failed'])).toBe('read');
  await pass(POLL_MS);
  expect([read.mock.calls.length, vi.mocked(outbox.retryNow).mock.calls.length]).toEqual([4, 1]);
});

test('if the user must sign in, the app reads who they are, and the feed is not broken', async () => {
  queries.setQueryData(queryKeys.me, { name: 'Ann' });
  read.mockRejectedValueOnce(new Refusal(403, { hint: 'no_session', message: 'Please sign in.' }));
  await pass(POLL_MS);
  expect(queries.getQueryState(queryKeys.me)?.isInvalidated).toBe(true);
  expect(brokenSince).toBeUndefined();
});

test('a new lead is announced once, unless it is suspect or in a list, until it is erased', async () => {
  const received = (id: string) => event(`event-${id}`, id, 'received');
  queries.setQueryData(queryKeys.search('mor'), { cards: [deskCard({ id: 'listed' })] });
  showList(queries, queryKeys.search('mor'));
  const first = {
    ...NO_CHANGES,
    events: [...['new', 'suspect', 'listed'].map(received), event('event-noted', 'noted', 'noted')],
    cards: [
      ...['new', 'listed', 'noted', 'changed'].map((id) => deskCard({ id })),
      deskCard({ id: 'suspect', is_suspect: true }),
    ],
  };
  const second = {
    ...NO_CHANGES,
    events: ['newer', 'new'].map(received),
    cards: ['newer', 'new'].map((id) => deskCard({ id })),
  };
  read.mockResolvedValueOnce(first).mockResolvedValueOnce(second).mockResolvedValueOnce(NO_CHANGES);
  await pass(POLL_MS);
  expect(arrivals.map(({ id }) => id)).toEqual(['new']);
  await pass(2 * POLL_MS);
  expect(arrivals.map(({ id }) => id)).toEqual(['newer', 'new']);
  read.mockResolvedValueOnce({ ...NO_CHANGES, gone: ['new'] });
  await pass(POLL_MS);
  expect(arrivals.map(({ id }) => id)).toEqual(['newer']);
  read.mockResolvedValueOnce({ ...NO_CHANGES, reset: true });
  await pass(POLL_MS);
  expect(arrivals).toEqual([]);
});

test('a feed that ends before its first poll sends none', async () => {
  stop();
  await pass(IDLE_AFTER_MS);
  expect(read).not.toHaveBeenCalled();
});

test.each<[how: string, settle: (pending: PromiseWithResolvers<typeof NO_CHANGES>) => void]>([
  ['succeeds', ({ resolve }) => resolve(NO_CHANGES)],
  ['fails', ({ reject }) => reject(new Unavailable('1'))],
])('after its end, the feed polls no more, and ignores a poll that still %s', async (_how, settle) => {
  const pending = Promise.withResolvers<typeof NO_CHANGES>();
  read.mockReturnValueOnce(pending.promise);
  act('focus');
  act('focus');
  stop();
  settle(pending);
  await pass(0);
  for (const event of ['focus', 'online', 'visibilitychange']) act(event);
  await pass(IDLE_AFTER_MS);
  act('keydown');
  expect(read).toHaveBeenCalledTimes(1);
  expect([queries.getQueryData(queryKeys.counts), brokenSince]).toEqual([undefined, undefined]);
});
