import { beforeEach, expect, test, vi } from 'vitest';
import { deskLead } from '#support/desk/desk-leads.ts';
import { Unavailable, Refusal } from '../api/refusal.ts';
import type { Lead } from '../api/types.ts';
import { baseOf } from './base.ts';
import { createStorage } from '../lib/storage.ts';
import { createOutbox, type Change, type NewChange } from './outbox.ts';

const LEAD = deskLead({ id: 'one', version: 4 });
const ANN = 'ann';
const BEN = { id: 'ben', name: 'Ben Okafor' };

const note = (body: string, leadId = 'one'): NewChange => ({
  name: 'note',
  words: 'the note',
  key: `${leadId}.note.${body}`,
  args: { lead_id: leadId, body },
  base: baseOf({ ...LEAD, id: leadId }),
});

const rules = (version = 4): NewChange => ({
  name: 'set_contact_rules',
  words: 'the contact rules',
  key: 'one.rules',
  args: { lead_id: 'one', version, do_not_call: false, vulnerable: false, contact_rules: 'Text first' },
  base: baseOf({ ...LEAD, version }),
});

/** A storage as in a browser that blocks storage: `createStorage` then keeps everything in memory. */
const memory = () =>
  createStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });

/**
 * The outbox of a tab in which Ann is signed in, and the changes that it sent. Each sent change gets the next of
 * `responses`. When none is left, sending fails as if the network were down.
 */
function createFakeOutbox(responses: (Lead | Error)[] = [], storage = memory(), tab = 'one') {
  const sent: Change[] = [];
  const outbox = createOutbox(
    (change) => {
      sent.push(change);
      const response = responses.shift() ?? new Unavailable('Failed to fetch');
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
    storage,
    tab,
  );
  outbox.setUser(ANN);
  return { outbox, sent, storage, responses };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const waitLong = () => vi.advanceTimersByTimeAsync(60_000);

const conflict = (lead: Lead) =>
  new Refusal(409, {
    hint: 'stale',
    message: 'Somebody else has changed this lead.',
    detail: { by: BEN, at: '2026-11-23T10:00:00Z', kind: 'contact_rules_set', lead },
  });

const NO_SESSION = new Refusal(403, { hint: 'no_session', message: 'Please sign in.' });
const TOO_LONG = new Refusal(422, { hint: 'body', message: 'This is longer than 10,000 characters.' });

beforeEach(() => {
  vi.useFakeTimers();
});

test('a change is sent again until it is stored, each time with the same request id', async () => {
  const rateLimited = new Refusal(429, { hint: 'too_many', message: 'Too many requests.' });
  const { outbox, sent } = createFakeOutbox([new Unavailable('1'), rateLimited, LEAD]);
  const stored = vi.fn();
  outbox.onStored(stored);
  outbox.add(note('Roof'));
  await settle();
  expect(outbox.read().changes).toMatchObject([{ state: 'waiting' }]);
  await waitLong();
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(outbox.read().changes).toEqual([]);
  expect(stored).toHaveBeenCalledOnce();
});

test('a waiting change survives a reload and keeps its request id', async () => {
  const before = createFakeOutbox();
  before.outbox.add(note('Roof'));
  await settle();
  const after = createFakeOutbox([LEAD], before.storage);
  await settle();
  expect(after.sent.map(({ id }) => id)).toEqual([before.sent[0]?.id]);
  expect(after.outbox.read().changes).toEqual([]);
});

test('two tabs see each other’s changes, each sends its own, and one takes over when the other is closed', async () => {
  const one = createFakeOutbox();
  const two = createFakeOutbox([], one.storage, 'two');
  one.outbox.add(rules());
  two.outbox.add({ ...rules(), key: 'one.other' });
  one.outbox.add(note('Boiler'));
  await settle();
  for (const { outbox } of [one, two]) {
    outbox.readAgain();
    expect(outbox.read().changes.map(({ key, state }) => [key, state])).toEqual([
      ['one.rules', 'waiting'],
      ['one.other', 'waiting'],
      ['one.note.Boiler', 'waiting'],
    ]);
  }
  one.responses.push({ ...LEAD, version: 5 });
  await waitLong();
  two.outbox.readAgain();
  // The other tab has not seen version 5.
  expect(two.outbox.read().changes).toMatchObject([{ args: { version: 4 } }, { key: 'one.note.Boiler' }]);
  expect(new Set(two.sent.map(({ key }) => key))).toEqual(new Set(['one.other']));

  two.outbox.adopt(new Set(['one', 'two']));
  two.responses.push(LEAD, LEAD);
  await waitLong();
  expect(two.sent.at(-1)).toMatchObject({ key: 'one.other' });
  two.outbox.adopt(new Set(['two']));
  await settle();
  expect(two.sent.at(-1)).toMatchObject({ key: 'one.note.Boiler' });
  expect(two.outbox.read().changes).toEqual([]);
});

test('what somebody else has left is deleted after two weeks', async () => {
  const { outbox, storage } = createFakeOutbox();
  outbox.add(note('Roof'));
  await settle();
  outbox.setUser('ben');
  for (const [days, kept] of [
    [13, 1],
    [2, 0],
  ] as const) {
    await vi.advanceTimersByTimeAsync(days * 86_400_000);
    outbox.adopt(new Set());
    expect(storage.keys()).toHaveLength(kept);
  }
});

test('where storage is blocked, retries still use the same request id', async () => {
  const { outbox, sent } = createFakeOutbox();
  outbox.add(note('Roof'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test('a change is sent only while the user who made it is signed in', async () => {
  const { outbox, sent, responses } = createFakeOutbox([NO_SESSION]);
  const signInNeeded = vi.fn();
  outbox.onSignInNeeded(signInNeeded);
  outbox.add(note('Roof'));
  outbox.add(note('Garden', 'two'));
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(signInNeeded).toHaveBeenCalledOnce();

  outbox.setUser('ben');
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(outbox.read().changes).toEqual([]);

  responses.push(LEAD, LEAD);
  outbox.setUser(ANN);
  await settle();
  expect(sent.map(({ person, key }) => [person, key])).toEqual([
    [ANN, 'one.note.Roof'],
    [ANN, 'one.note.Roof'],
    [ANN, 'two.note.Garden'],
  ]);
  expect(sent[1]?.id).toBe(sent[0]?.id);
});

test('a form that is submitted again before there is a response sends only one change', async () => {
  const { outbox, sent, responses } = createFakeOutbox();
  outbox.add(rules());
  expect(outbox.read().changes).toMatchObject([{ state: 'sending' }]);
  outbox.add(rules());
  await settle();
  expect(outbox.read().changes).toMatchObject([{ state: 'waiting' }]);
  outbox.add(rules());
  responses.push({ ...LEAD, version: 5 });
  await waitLong();
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
});

test('changes of one lead are sent in order, and each is based on the result of the one before', async () => {
  const { outbox, sent, responses } = createFakeOutbox();
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  outbox.add({ ...rules(), key: 'one.third' });
  await settle();
  expect(sent.map(({ key }) => key)).toEqual(['one.first']);
  responses.push(...[5, 6, 7].map((version) => ({ ...LEAD, version })));
  outbox.retryNow();
  await settle();
  expect(sent.slice(1).map(({ key, args }) => [key, 'version' in args && args.version])).toEqual([
    ['one.first', 4],
    ['one.second', 5],
    ['one.third', 6],
  ]);
});

test('while a change of one lead waits, the changes of other leads are sent', async () => {
  const { outbox, sent } = createFakeOutbox([new Unavailable('1'), LEAD]);
  outbox.add(note('Roof'));
  outbox.add(note('Garden', 'two'));
  await settle();
  expect(sent.map(({ key }) => key)).toEqual(['one.note.Roof', 'two.note.Garden']);
  expect(outbox.read().changes).toMatchObject([{ key: 'one.note.Roof', state: 'waiting' }]);
});

test('the pauses between retries double to ten seconds, and are short again after a success', async () => {
  const { outbox, sent, responses } = createFakeOutbox();
  outbox.add(note('Roof'));
  await settle();
  // A retry in between, as when the connection is back, replaces the planned one.
  outbox.retryNow();
  await settle();
  const attempts = [];
  for (const pauseMs of [2_000, 4_000, 8_000, 10_000, 10_000]) {
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    attempts.push(sent.length - before);
    await vi.advanceTimersByTimeAsync(1);
    attempts.push(sent.length - before);
  }
  expect(attempts).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  responses.push(LEAD);
  await vi.advanceTimersByTimeAsync(10_000);
  outbox.add(note('Garden'));
  await settle();
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.length - before).toBe(1);
});

test.each([
  ['refused', TOO_LONG],
  ['in conflict', conflict({ ...LEAD, version: 5 })],
])('while a change is %s, the later changes of its lead are sent at once', async (_what, error) => {
  const { outbox, sent } = createFakeOutbox([error, LEAD]);
  outbox.add(rules());
  outbox.add(note('Roof'));
  await settle();
  expect(sent.map(({ key }) => key)).toEqual(['one.rules', 'one.note.Roof']);
});

test('if a colleague changed the lead between two changes, the second is sent with the old version', async () => {
  const { outbox, sent } = createFakeOutbox([{ ...LEAD, version: 6 }]);
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  await settle();
  expect(sent[1]?.args).toMatchObject({ version: 4 });
});

test('after a conflict, the change is kept with the colleague’s version, and can be sent again', async () => {
  const theirs = { ...LEAD, version: 5, do_not_call: true };
  const { outbox, sent, responses } = createFakeOutbox([conflict(theirs)]);
  outbox.add(rules());
  await waitLong();
  expect(sent).toHaveLength(1);
  const [change] = outbox.read().changes;
  expect(change).toMatchObject({
    state: 'conflict',
    args: { contact_rules: 'Text first' },
    conflict: { by: BEN, lead: { do_not_call: true, version: 5 } },
  });
  expect(change?.conflict?.lead).not.toHaveProperty('events');

  responses.push(conflict({ ...LEAD, version: 6 }), { ...LEAD, version: 7 });
  if (change) outbox.sendAgain(change);
  await settle();
  const [again] = outbox.read().changes;
  expect(again).toMatchObject({ base: { version: 5 }, conflict: { lead: { version: 6 } } });
  if (again) outbox.sendAgain(again);
  expect(outbox.read().changes[0]).not.toHaveProperty('conflict');
  await settle();
  expect(sent.map(({ id, args }) => [id, 'version' in args && args.version])).toEqual(
    [4, 5, 6].map((version) => [change?.id, version]),
  );
  expect(sent[2]?.args).toMatchObject({ contact_rules: 'Text first' });
  expect(outbox.read().changes).toEqual([]);
});

test('a refused change is kept until the same form sends another', async () => {
  const { outbox, responses } = createFakeOutbox([TOO_LONG]);
  outbox.add(rules());
  await waitLong();
  expect(outbox.read().changes).toMatchObject([
    { state: 'refused', message: 'This is longer than 10,000 characters.' },
  ]);
  responses.push({ ...LEAD, version: 5 });
  outbox.add(rules());
  await settle();
  expect(outbox.read().changes).toEqual([]);
});

test('a refused change can be sent again or dropped', async () => {
  const { outbox } = createFakeOutbox([TOO_LONG, TOO_LONG]);
  outbox.add(rules());
  await settle();
  const [change] = outbox.read().changes;
  if (change === undefined) throw new Error('The change is missing.');
  outbox.sendAgain(change);
  expect(outbox.read().changes[0]).not.toHaveProperty('message');
  await settle();
  expect(outbox.read().changes).toMatchObject([{ state: 'refused' }]);
  outbox.drop(change);
  expect(outbox.read().changes).toEqual([]);
});

test('each listener is told until it unsubscribes', async () => {
  const { outbox } = createFakeOutbox([LEAD, NO_SESSION, LEAD, NO_SESSION]);
  const [listener, stored, signInNeeded] = [vi.fn(), vi.fn(), vi.fn()];
  const unsubscribers = [
    outbox.subscribe(listener),
    outbox.onStored(stored),
    outbox.onSignInNeeded(signInNeeded),
  ];
  const storeOneOfTwo = async () => {
    outbox.setUser(ANN);
    outbox.add(note('Roof'));
    outbox.add(note('Garden', 'two'));
    await settle();
    outbox.clear();
    return [listener, stored, signInNeeded].map(({ mock }) => mock.calls.length);
  };
  const calls = await storeOneOfTwo();
  expect(calls).toEqual([expect.toSatisfy((count) => count > 1), 1, 1]);
  for (const unsubscribe of unsubscribers) unsubscribe();
  expect(await storeOneOfTwo()).toEqual(calls);
});

test('the keys of open forms are known until the forms are closed', async () => {
  const { outbox } = createFakeOutbox([LEAD]);
  const close = outbox.registerForm('one.rules');
  outbox.registerForm('one.note');
  outbox.add(note('Roof'));
  await settle();
  expect([...outbox.read().openForms]).toEqual(['one.rules', 'one.note']);
  close();
  expect([...outbox.read().openForms]).toEqual(['one.note']);
});

test('signing out deletes the user’s changes and nobody else’s', async () => {
  const { outbox, storage } = createFakeOutbox();
  outbox.setUser('ben');
  outbox.add(note('Ben’s'));
  outbox.setUser(ANN);
  outbox.add(note('Ann’s'));
  await settle();
  outbox.clear();
  expect(outbox.read().changes).toEqual([]);
  expect(() => outbox.add(note('Nobody’s'))).toThrow('Call setUser()');
  const { outbox: later } = createFakeOutbox([], storage);
  expect(later.read().changes).toEqual([]);
  later.setUser('ben');
  expect(later.read().changes).toMatchObject([{ args: { body: 'Ben’s' } }]);
});
