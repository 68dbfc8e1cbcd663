import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskLead } from '#support/desk-leads.ts';
import { Unavailable, Refusal } from '../api/refusal.ts';
import type { Lead } from '../api/types.ts';
import { baseOf } from './base.ts';
import { createStorage } from '../lib/storage.ts';
import { createOutbox, type Change, type NewChange } from './outbox.ts';

const LEAD = deskLead({ id: 'one', version: 4 });
const ANN = 'ann';
const BEN = { id: 'ben', name: 'Ben Okafor' };

const note = (body: string): NewChange => ({
  name: 'note',
  key: `one.note.${body}`,
  args: { lead_id: 'one', body },
  base: baseOf(LEAD),
});

const rules = (version = 4): NewChange => ({
  name: 'set_contact_rules',
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
 * An outbox and the changes that it sent. Each sent change gets the next of `responses`. When none is left, sending
 * fails as if the network were down.
 */
function createFakeOutbox(responses: (Lead | Error)[] = [], storage = memory()) {
  const sent: Change[] = [];
  const outbox = createOutbox((change) => {
    sent.push(change);
    const response = responses.shift() ?? new Unavailable('Failed to fetch');
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  }, storage);
  return { outbox, sent, storage, responses };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const waitLong = () => vi.advanceTimersByTimeAsync(60_000);

const conflict = (lead: Lead) =>
  new Refusal('Somebody else has changed this lead.', {
    status: 409,
    hint: 'stale',
    details: JSON.stringify({ by: BEN, at: '2026-11-23T10:00:00Z', kind: 'contact_rules_set', lead }),
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change is sent again until it is stored, each time with the same request id', async () => {
  const { outbox, sent } = createFakeOutbox([new Unavailable('1'), new Unavailable('2'), LEAD]);
  const stored = vi.fn();
  outbox.onStored(stored);
  outbox.setUser(ANN);
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
  before.outbox.setUser(ANN);
  before.outbox.add(note('Roof'));
  await settle();
  const after = createFakeOutbox([LEAD], before.storage);
  after.outbox.setUser(ANN);
  await settle();
  expect(after.sent.map(({ id }) => id)).toEqual([before.sent[0]?.id]);
  expect(after.outbox.read().changes).toEqual([]);
});

test('where storage is blocked, retries still use the same request id', async () => {
  const { outbox, sent } = createFakeOutbox();
  outbox.setUser(ANN);
  outbox.add(note('Roof'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test('a change is sent only while the user who made it is signed in', async () => {
  const { outbox, sent, responses } = createFakeOutbox([
    new Refusal('Please sign in.', { status: 403, hint: 'no_session' }),
  ]);
  const signInNeeded = vi.fn();
  outbox.onSignInNeeded(signInNeeded);
  outbox.setUser(ANN);
  outbox.add(note('Roof'));
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(signInNeeded).toHaveBeenCalledOnce();

  outbox.setUser('ben');
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(outbox.read().changes).toEqual([]);

  responses.push(LEAD);
  outbox.setUser(ANN);
  await settle();
  expect(sent.map(({ person, id }) => [person, id])).toEqual([
    [ANN, sent[0]?.id],
    [ANN, sent[0]?.id],
  ]);
});

test('a form that is submitted again before there is a response sends only one change', async () => {
  const { outbox, sent } = createFakeOutbox([{ ...LEAD, version: 5 }]);
  outbox.setUser(ANN);
  outbox.add(rules());
  outbox.add(rules());
  await waitLong();
  expect(sent).toHaveLength(1);
});

test('changes of one lead are sent in order, and the second is based on the result of the first', async () => {
  const { outbox, sent, responses } = createFakeOutbox();
  outbox.setUser(ANN);
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  await settle();
  expect(sent.map(({ key }) => key)).toEqual(['one.first']);
  responses.push({ ...LEAD, version: 5 }, { ...LEAD, version: 6 });
  outbox.retryNow();
  await settle();
  expect(sent.slice(1).map(({ key, args }) => [key, 'version' in args && args.version])).toEqual([
    ['one.first', 4],
    ['one.second', 5],
  ]);
});

test('if a colleague changed the lead between two changes, the second is sent with the old version', async () => {
  const { outbox, sent } = createFakeOutbox([{ ...LEAD, version: 6 }]);
  outbox.setUser(ANN);
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  await settle();
  expect(sent[1]?.args).toMatchObject({ version: 4 });
});

test('after a conflict, the change is kept with the colleague’s version, and can be sent again', async () => {
  const theirs = { ...LEAD, version: 5, do_not_call: true };
  const { outbox, sent, responses } = createFakeOutbox([conflict(theirs)]);
  outbox.setUser(ANN);
  outbox.add(rules());
  await waitLong();
  expect(sent).toHaveLength(1);
  const [change] = outbox.read().changes;
  expect(change).toMatchObject({
    state: 'conflict',
    args: { contact_rules: 'Text first' },
    conflict: { by: BEN, lead: { do_not_call: true, version: 5 } },
  });

  responses.push({ ...LEAD, version: 6 });
  if (change) outbox.sendAgain(change);
  await settle();
  expect(sent[1]?.args).toMatchObject({ version: 5, contact_rules: 'Text first' });
  expect(outbox.read().changes).toEqual([]);
});

test('a refused change is kept until the same form sends another', async () => {
  const refusal = new Refusal('This is longer than 10,000 characters.', { status: 422, hint: 'body' });
  const { outbox, responses } = createFakeOutbox([refusal]);
  outbox.setUser(ANN);
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

test('signing out deletes the user’s changes and nobody else’s', async () => {
  const { outbox, storage } = createFakeOutbox();
  outbox.setUser('ben');
  outbox.add(note('Ben’s'));
  outbox.setUser(ANN);
  outbox.add(note('Ann’s'));
  await settle();
  outbox.clear();
  const { outbox: later } = createFakeOutbox([], storage);
  later.setUser(ANN);
  expect(later.read().changes).toEqual([]);
  later.setUser('ben');
  expect(later.read().changes).toMatchObject([{ args: { body: 'Ben’s' } }]);
});
