import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import { deskCard } from '#support/desk-leads.ts';
import { MemoryStorage } from '#support/memory-storage.ts';
import { keepLastList, readLastList } from '../api/last-list.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { readDraft, writeDraft } from '../changes/drafts.ts';
import { dataOf, leaveDesk, openDesk, wasSignedIn, watchSession } from './session.ts';

/** The sign-in client, and what it tells its only listener. */
const client = {
  onAuthStateChange: vi.fn<(listener: (event: AuthChangeEvent, session: Session | null) => void) => void>(),
  signOut: vi.fn<(options: object) => Promise<{ error: Error | null }>>(),
  getSession: vi.fn<() => Promise<{ data: { session: Session | null } }>>(),
};
vi.mock(import('../api/client.ts'), async (original) => ({
  ...(await original()),
  auth: () => client as never,
}));

const sessionOf = (id: string) => ({ user: { id } }) as Session;
const tell = (event: AuthChangeEvent, session: Session | null) => {
  client.onAuthStateChange.mock.lastCall?.[0](event, session);
};

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
  clearOutbox = vi.spyOn(outbox, 'clear');
  queries = createQueryClient();
  writeDraft('one.note', { values: { body: 'Roof' } });
  keepLastList({ atMs: 0, cards: [deskCard()] });
  queries.setQueryData(queryKeys.lead('one'), { id: 'one' });
  watchSession(client as never, queries);
});
afterEach(() => {
  queries.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('when somebody has signed in', () => {
  test.each([
    ['the same person', 'ann', undefined, EVERYTHING],
    ['another person', 'ben', undefined, NOTHING],
    ['another person than the first screen was loaded for', undefined, 'ben', NOTHING],
    ['the first person in this tab', undefined, undefined, EVERYTHING],
  ])('%s: the tab keeps what belongs to them, and nothing else', (_who, former, shown, kept) => {
    if (former !== undefined) tell('SIGNED_IN', sessionOf(former));
    if (shown !== undefined) queries.setQueryData(queryKeys.me, { id: shown });
    tell('SIGNED_IN', sessionOf('ann'));
    vi.advanceTimersByTime(0);
    expect(keptParts()).toEqual(kept);
    expect(wasSignedIn()).toBe(true);
  });

  test('the cache is emptied only after the callback, in which auth-js may hold its lock', () => {
    tell('SIGNED_IN', sessionOf('ben'));
    tell('SIGNED_IN', sessionOf('ann'));
    expect(keptParts()).toEqual([undefined, undefined, 'lead']);
  });
});

test('only after a sign-out, who the user is must be read again, and what was typed is kept', () => {
  queries.setQueryData(queryKeys.me, { id: 'ann' });
  tell('INITIAL_SESSION', null);
  expect(queries.getQueryState(queryKeys.me)?.isInvalidated).toBe(false);
  tell('SIGNED_OUT', null);
  expect(queries.getQueryState(queryKeys.me)?.isInvalidated).toBe(true);
  expect(keptParts()).toEqual(EVERYTHING);
});

test('a sign-in unlocks the desk, and reads again who the user is and what failed', async () => {
  const asked: string[] = [];
  const ask = (name: string) => (): Promise<string> => {
    asked.push(name);
    return name === 'failed' ? Promise.reject(new Error('no')) : Promise.resolve(name);
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
  void openDesk(queries).then(() => {
    isOpen = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  // One query may itself wait for this call (`OneTimeLink`), so the call waits for no query in progress.
  expect(isOpen).toBe(true);
  unsubscribe();
  expect(asked.toSorted()).toEqual(['failed', queryKeys.me[0]]);
  expect(localStorage.getItem('desk.last-touch')).toBe(String(Date.now()));
});

describe('signing out', () => {
  test.each<[what: string, error: Error | null, scope: 'local' | 'global']>([
    ['on this device', null, 'local'],
    ['on all devices', null, 'global'],
    ['on this device, although the request fails', new Error('Failed to fetch'), 'local'],
  ])('%s deletes what the tab has of its user', async (_what, error, scope) => {
    tell('SIGNED_IN', sessionOf('ann'));
    client.signOut.mockImplementation(() => {
      // The sign-in page may appear before the response, and must not say that the session has expired.
      expect(wasSignedIn()).toBe(false);
      return Promise.resolve({ error });
    });
    client.getSession.mockResolvedValue({ data: { session: null } });
    await leaveDesk(queries, scope);
    expect(client.signOut).toHaveBeenLastCalledWith({ scope });
    expect(keptParts()).toEqual(NOTHING);
    expect(clearOutbox).toHaveBeenCalledOnce();
    expect(location.hash).toBe('#/');
    expect(wasSignedIn()).toBe(false);
  });

  test('keeps everything if the user is still signed in afterwards', async () => {
    client.signOut.mockResolvedValue({ error: new Error('Failed to fetch') });
    client.getSession.mockResolvedValue({ data: { session: sessionOf('ann') } });
    await expect(leaveDesk(queries, 'global')).rejects.toThrow('Failed to fetch');
    expect(keptParts()).toEqual(EVERYTHING);
    expect(clearOutbox).not.toHaveBeenCalled();
    expect([wasSignedIn(), location.hash]).toEqual([true, '#/lead/one']);
  });
});

test('dataOf returns the data, or throws the error', async () => {
  expect(await dataOf(Promise.resolve({ data: 1, error: null }))).toBe(1);
  await expect(dataOf(Promise.resolve({ data: null, error: new Error('no') }))).rejects.toThrow('no');
});
