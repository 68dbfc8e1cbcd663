import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskLead } from '#support/desk-leads.ts';
import { baseOf } from '../changes/base.ts';
import { clearDraft, clearDrafts, moveDrafts, readDraft, writeDraft } from './drafts.ts';

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

test('a draft is kept for one form, until it is cleared', () => {
  writeDraft('one.note', { values: { body: 'Roof' } });
  expect(readDraft('one.note')).toEqual({ values: { body: 'Roof' } });
  expect(readDraft('two.note')).toBeUndefined();
  clearDraft('one.note');
  expect(readDraft('one.note')).toBeUndefined();
});

test('signing out deletes the drafts and nothing else', () => {
  sessionStorage.setItem('other', 'stays');
  writeDraft('one.note', { values: { body: 'Roof' } });
  writeDraft('two.offer', { values: { amount: '1' } });
  clearDrafts();
  expect([readDraft('one.note'), readDraft('two.offer'), sessionStorage.getItem('other')]).toEqual([
    undefined,
    undefined,
    'stays',
  ]);
});

test('after a user’s change is stored, their drafts for the same lead are based on the new version', () => {
  const before = baseOf(deskLead({ id: 'one', version: 4 }));
  const after = baseOf(deskLead({ id: 'one', version: 5 }));
  writeDraft('one.offer', { values: { amount: '1' }, base: before });
  writeDraft('one.record', { values: { channel: 'phone' } });
  writeDraft('two.offer', { values: { amount: '2' }, base: baseOf(deskLead({ id: 'two', version: 4 })) });
  moveDrafts('one', () => after);
  expect(readDraft('one.offer')).toEqual({ values: { amount: '1' }, base: after });
  expect(readDraft('one.record')).toEqual({ values: { channel: 'phone' } });
  expect(readDraft('two.offer')?.base?.version).toBe(4);
});

test('if storage is blocked, drafts are not kept and nothing throws', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeDraft('one.note', { values: { body: 'Roof' } });
  expect(readDraft('one.note')).toBeUndefined();
});
