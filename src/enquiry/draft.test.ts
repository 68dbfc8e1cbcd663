import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '#support/browser/memory-storage.ts';
import { draftsOf, requestFor } from './draft.ts';

const HASH = 'ab'.repeat(32);
const DRAFT = { values: { body: 'Please ring after six.' }, pending: { id: 'a', args: '{}' } };
let storage: MemoryStorage;

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('sessionStorage', storage);
});

test('a draft is kept for each form of each enquiry until it is removed', () => {
  const drafts = draftsOf(HASH);
  drafts.write('write', DRAFT);
  expect(drafts.read('write')).toEqual(DRAFT);
  expect(drafts.read('stop')).toEqual({ values: {} });
  expect(draftsOf('cd'.repeat(32)).read('write')).toEqual({ values: {} });
  drafts.remove('write');
  expect(drafts.read('write')).toEqual({ values: {} });
});

test('removing all drafts of an enquiry leaves none of it', () => {
  const drafts = draftsOf(HASH);
  storage.setItem('valuation_form', '{}');
  for (const form of ['write', 'ask_for_call']) drafts.write(form, DRAFT);
  drafts.removeAll();
  expect(Object.keys(storage)).toEqual(['valuation_form']);
});

test.each(['', 'no json', 'null', '{}'])('an invalid stored value is ignored: %j', (text) => {
  const drafts = draftsOf(HASH);
  drafts.write('write', DRAFT);
  const [name = ''] = Object.keys(storage);
  storage.setItem(name, text);
  expect(drafts.read('write')).toEqual({ values: {} });
});

test('outside a secure context, where the key has no hash, nothing is kept', () => {
  const drafts = draftsOf(undefined);
  drafts.write('write', DRAFT);
  drafts.removeAll();
  expect(drafts.read('write')).toEqual({ values: {} });
  expect(Object.keys(storage)).toEqual([]);
});

test('a change that is sent again after a failure or a reload has the same request id, and another change has its own', () => {
  const first = requestFor({ body: 'Hello.' }, undefined);
  expect(requestFor({ body: 'Hello.' }, first)).toEqual(first);
  draftsOf(HASH).write('write', { values: {}, pending: first });
  const afterReload = draftsOf(HASH).read('write').pending;
  expect(requestFor({ body: 'Hello.' }, afterReload)).toEqual(first);
  expect(requestFor({ body: 'Hello!' }, afterReload).id).not.toBe(first.id);
  // Once the first has been answered, nothing is pending.
  expect(requestFor({ body: 'Hello.' }, undefined).id).not.toBe(first.id);
});
