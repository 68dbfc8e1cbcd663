import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import { deskCard } from '#support/desk/desk-leads.ts';
import { MemoryStorage } from '#support/browser/memory-storage.ts';
import { keepLastList, readLastList } from '../api/last-list.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { readDraft, writeDraft } from '../changes/drafts.ts';

const channel = vi.hoisted(() => ({
  onmessage: undefined as ((event: { data: string | null }) => void) | undefined,
  postMessage: vi.fn<(person: string | null) => void>(),
}));
vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
  return channel;
});
const { leaveDesk, openDesk, wasSignedIn, watchSession } = await import('./session.ts');

/** Another tab tells who has signed in there, or that somebody has signed out. */
const tell = (person: string | null) => channel.onmessage?.({ data: person });
const send = vi.fn<(path: string, options: { body: string }) => Promise<Response>>();

let queries: ReturnType<typeof createQueryClient>;
let clearOutbox: Mock<typeof outbox.clear>;

/** What the tab still has of its user: drafts, the last list and cached leads. */
const keptParts = () => [
  readDraft('one.note') && 'draft',
  readLastList() && 'list',
  queries.getQueryData(queryKeys.lead('one')) && 'lead',
];
const EVERYTHING = ['draft', 'list', 'lead'];
const NOTHING = [undefined, undefined, undefined];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('location', { hash: '#/lead/one' });
  vi.stubGlobal('dispatchEvent', vi.fn());
  vi.stubGlobal('fetch', send);
  clearOutbox = vi.spyOn(outbox, 'clear');
  queries = createQueryClient();
  writeDraft('one.note', { values: { body: 'Roof' } });
  keepLastList({ atMs: 0, cards: [deskCard()] });
  queries.setQueryData(queryKeys.lead('one'), { id: 'one' });
  watchSession(queries);
});
afterEach(() => {
  queries.clear();
  channel.postMessage.mockReset();
});

describe('when somebody has signed in', () => {
  test.each([
    ['the same person', 'ann', EVERYTHING],
    ['another person', 'ben', NOTHING],
    ['the first person in this tab', undefined, EVERYTHING],
  ])('%s: the tab keeps what belongs to them, and nothing else', (_who, former, kept) => {
    if (former !== undefined) queries.setQueryData(queryKeys.me, { id: former });
    tell('ann');
    vi.advanceTimersByTime(0);
    expect(keptParts()).toEqual(kept);
    expect(wasSignedIn()).toBe(true);
  });

  test('in another tab unnoticed, the next answer about the person tells', () => {
    queries.setQueryData(queryKeys.me, { id: 'ben' });
    queries.setQueryData(queryKeys.me, { id: 'ann' });
    vi.advanceTimersByTime(0);
    expect(keptParts()).toEqual(NOTHING);
  });

  test('the cache is emptied only after the callback, in which a query may tell its observers', () => {
    tell('ben');
    tell('ann');
    expect(keptParts()).toEqual([undefined, undefined, 'lead']);
  });
});

test('after a sign-out in another tab, who the user is must be read again, and what was typed is kept', () => {
  queries.setQueryData(queryKeys.me, { id: 'ann' });
  tell(null);
  expect(queries.getQueryState(queryKeys.me)?.isInvalidated).toBe(true);
  expect(keptParts()).toEqual(EVERYTHING);
});

test('a sign-in unlocks the desk, and reads again who the user is and what failed', async () => {
  const asked: string[] = [];
  const ask = (name: string) => (): Promise<{ id: string }> => {
    asked.push(name);
    return name === 'failed' ? Promise.reject(new Error('no')) : Promise.resolve({ id: 'ann' });
  };
  for (const name of ['failed', queryKeys.me[0], 'good']) {
    await queries.query({ queryKey: [name], queryFn: ask(name), retry: false }).catch(() => undefined);
  }
  const pending = new QueryObserver(queries, {
    queryKey: [queryKeys.me[0], 'pending'],
    queryFn: () => {
      asked.push('pending');
      return new Promise(() => undefined);
    },
  });
  const unsubscribe = pending.subscribe(() => undefined);
  asked.length = 0;
  let isOpen = false;
  void openDesk(queries, 'ann').then(() => {
    isOpen = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  // One query may itself wait for this call (`OneTimeLink`), so the call waits for no query in progress.
  expect(isOpen).toBe(true);
  unsubscribe();
  expect(asked.toSorted()).toEqual(['failed', queryKeys.me[0]]);
  expect(channel.postMessage).toHaveBeenCalledWith('ann');
  expect(localStorage.getItem('desk.last-touch')).toBe(String(Date.now()));
});

describe('signing out', () => {
  const refusal = (hint: string) => Response.json({ hint, message: 'No.' }, { status: 403 });

  test.each<[what: string, response: Response, scope: 'here' | 'everywhere']>([
    ['on this device', Response.json({}), 'here'],
    ['on all devices', Response.json({}), 'everywhere'],
    ['on this device, whose session had ended', refusal('no_session'), 'here'],
  ])('%s deletes what the tab has of its user', async (_what, response, scope) => {
    queries.setQueryData(queryKeys.me, { id: 'ann' });
    send.mockImplementation(() => {
      // A poll may bring the sign-in page before the response, which must not say that the session has expired.
      void queries.invalidateQueries({ queryKey: queryKeys.me });
      expect(wasSignedIn()).toBe(false);
      queries.setQueryData(queryKeys.me, { id: 'ann' });
      return Promise.resolve(response);
    });
    await leaveDesk(queries, scope);
    const [path, { body }] = send.mock.lastCall ?? ['', { body: '' }];
    expect([path, body]).toEqual(['/sign-out', JSON.stringify({ scope })]);
    expect(keptParts()).toEqual(NOTHING);
    expect(clearOutbox).toHaveBeenCalledOnce();
    expect(channel.postMessage).toHaveBeenCalledWith(null);
    expect(location.hash).toBe('#/');
    expect(wasSignedIn()).toBe(false);
  });

  test('keeps everything if the user is still signed in afterwards', async () => {
    tell('ann');
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(leaveDesk(queries, 'everywhere')).rejects.toThrow('cannot be reached');
    expect(keptParts()).toEqual(EVERYTHING);
    expect(clearOutbox).not.toHaveBeenCalled();
    expect(channel.postMessage).not.toHaveBeenCalled();
    expect([wasSignedIn(), location.hash]).toEqual([true, '#/lead/one']);
  });
});
