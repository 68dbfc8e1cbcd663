import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskLead } from '#support/desk-leads.ts';
import { NotConnected, Refusal } from '../api/refusal.ts';
import type { Lead } from '../api/types.ts';
import { baseOf } from './base.ts';
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

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

/** An outbox, and what it sent. Each call takes the next answer; without one, there is no connection. */
function createFakeOutbox(answers: (Lead | Error)[] = [], storage = memory()) {
  const sent: Change[] = [];
  const outbox = createOutbox(
    (change) => {
      sent.push(change);
      const answer = answers.shift() ?? new NotConnected('Failed to fetch');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    () => storage,
  );
  return { outbox, sent, storage, answers };
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

test('a change is sent until it is stored, each time with the same request id', async () => {
  const { outbox, sent } = createFakeOutbox([new NotConnected('1'), new NotConnected('2'), LEAD]);
  const stored = vi.fn();
  outbox.onStored(stored);
  outbox.open(ANN);
  outbox.add(note('Roof'));
  await settle();
  expect(outbox.read().changes).toMatchObject([{ state: 'waiting' }]);
  await waitLong();
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(outbox.read().changes).toEqual([]);
  expect(stored).toHaveBeenCalledOnce();
});

test('a change that waits survives a reload and keeps its request id, also after an answer that was lost', async () => {
  const before = createFakeOutbox();
  before.outbox.open(ANN);
  before.outbox.add(note('Roof'));
  await settle();
  const after = createFakeOutbox([LEAD], before.storage);
  after.outbox.open(ANN);
  await settle();
  expect(after.sent.map(({ id }) => id)).toEqual([before.sent[0]?.id]);
  expect(after.outbox.read().changes).toEqual([]);
});

test('where storage is blocked, the request id is the same all the same', async () => {
  const sent: Change[] = [];
  const outbox = createOutbox(
    (change) => {
      sent.push(change);
      return Promise.reject(new NotConnected('Failed to fetch'));
    },
    () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  );
  outbox.open(ANN);
  outbox.add(note('Roof'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test('a change waits for the person who made it, and goes out with nobody else', async () => {
  const { outbox, sent, answers } = createFakeOutbox([
    new Refusal('Please sign in.', { status: 403, hint: 'no_session' }),
  ]);
  const signInNeeded = vi.fn();
  outbox.onSignInNeeded(signInNeeded);
  outbox.open(ANN);
  outbox.add(note('Roof'));
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(signInNeeded).toHaveBeenCalledOnce();

  outbox.open('ben');
  await waitLong();
  expect(sent).toHaveLength(1);
  expect(outbox.read().changes).toEqual([]);

  answers.push(LEAD);
  outbox.open(ANN);
  await settle();
  expect(sent.map(({ person, id }) => [person, id])).toEqual([
    [ANN, sent[0]?.id],
    [ANN, sent[0]?.id],
  ]);
});

test('the same form is sent once, however often it is pressed', async () => {
  const { outbox, sent } = createFakeOutbox([{ ...LEAD, version: 5 }]);
  outbox.open(ANN);
  outbox.add(rules());
  outbox.add(rules());
  await waitLong();
  expect(sent).toHaveLength(1);
});

test('changes of one lead keep their order, and the second rests on what the first has made', async () => {
  const { outbox, sent, answers } = createFakeOutbox();
  outbox.open(ANN);
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  await settle();
  expect(sent.map(({ key }) => key)).toEqual(['one.first']);
  answers.push({ ...LEAD, version: 5 }, { ...LEAD, version: 6 });
  outbox.hurry();
  await settle();
  expect(sent.slice(1).map(({ key, args }) => [key, 'version' in args && args.version])).toEqual([
    ['one.first', 4],
    ['one.second', 5],
  ]);
});

test('a change does not pass over what a colleague did in between', async () => {
  const { outbox, sent } = createFakeOutbox([{ ...LEAD, version: 6 }]);
  outbox.open(ANN);
  outbox.add({ ...rules(), key: 'one.first' });
  outbox.add({ ...rules(), key: 'one.second' });
  await settle();
  expect(sent[1]?.args).toMatchObject({ version: 4 });
});

test('a change that is overtaken stays, with what was wanted and what stands against it', async () => {
  const theirs = { ...LEAD, version: 5, do_not_call: true };
  const { outbox, sent, answers } = createFakeOutbox([conflict(theirs)]);
  outbox.open(ANN);
  outbox.add(rules());
  await waitLong();
  expect(sent).toHaveLength(1);
  const [change] = outbox.read().changes;
  expect(change).toMatchObject({
    state: 'overtaken',
    args: { contact_rules: 'Text first' },
    conflict: { by: BEN, lead: { do_not_call: true, version: 5 } },
  });

  answers.push({ ...LEAD, version: 6 });
  if (change) outbox.sendAgain(change);
  await settle();
  expect(sent[1]?.args).toMatchObject({ version: 5, contact_rules: 'Text first' });
  expect(outbox.read().changes).toEqual([]);
});

test('a change that is refused stays until somebody gives it up or sends another from the same form', async () => {
  const refusal = new Refusal('This is longer than 10,000 characters.', { status: 422, hint: 'body' });
  const { outbox, answers } = createFakeOutbox([refusal]);
  outbox.open(ANN);
  outbox.add(rules());
  await waitLong();
  expect(outbox.read().changes).toMatchObject([
    { state: 'refused', message: 'This is longer than 10,000 characters.' },
  ]);
  answers.push({ ...LEAD, version: 5 });
  outbox.add(rules());
  await settle();
  expect(outbox.read().changes).toEqual([]);
});

test('signing out deletes the person’s changes and nobody else’s', async () => {
  const { outbox, storage } = createFakeOutbox();
  outbox.open('ben');
  outbox.add(note('Ben’s'));
  outbox.open(ANN);
  outbox.add(note('Ann’s'));
  await settle();
  outbox.forget();
  const { outbox: later } = createFakeOutbox([], storage);
  later.open(ANN);
  expect(later.read().changes).toEqual([]);
  later.open('ben');
  expect(later.read().changes).toMatchObject([{ args: { body: 'Ben’s' } }]);
});
