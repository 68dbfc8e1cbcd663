import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDraft, clearDrafts, clearRequestId, readDraft, requestIdOf, writeDraft } from './drafts.ts';

class MemoryStorage {
  readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  key(index: number) {
    return [...this.kept.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('what was typed is found again, by form', () => {
  writeDraft('one.note', { body: 'Roof' });
  expect(readDraft('one.note')).toEqual({ body: 'Roof' });
  expect(readDraft('two.note')).toBeUndefined();
  clearDraft('one.note');
  expect(readDraft('one.note')).toBeUndefined();
});

test('signing out deletes the drafts and nothing else', () => {
  sessionStorage.setItem('other', 'stays');
  writeDraft('one.note', { body: 'Roof' });
  writeDraft('two.offer', { amount: '1' });
  clearDrafts();
  expect([readDraft('one.note'), readDraft('two.offer'), sessionStorage.getItem('other')]).toEqual([
    undefined,
    undefined,
    'stays',
  ]);
});

test('the same content sent again has the same id; other content has a new one', () => {
  const first = requestIdOf('one.note', { body: 'Roof' });
  expect(requestIdOf('one.note', { body: 'Roof' })).toBe(first);
  const changed = requestIdOf('one.note', { body: 'Roof leaks' });
  expect(changed).not.toBe(first);
  clearRequestId('one.note');
  expect(requestIdOf('one.note', { body: 'Roof leaks' })).not.toBe(changed);
});

test('where storage is blocked, nothing is kept and nothing throws', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeDraft('one.note', { body: 'Roof' });
  expect(readDraft('one.note')).toBeUndefined();
  expect(requestIdOf('one.note', {})).toMatch(/^[0-9a-f-]{36}$/);
});
