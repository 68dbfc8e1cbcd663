import { beforeEach, expect, test, vi } from 'vitest';
import { deskLead } from '#support/desk/desk-leads.ts';
import { MemoryStorage } from '#support/browser/memory-storage.ts';
import { baseOf } from './base.ts';
import { clearDraft, clearDrafts, moveDrafts, readDraft, writeDraft } from './drafts.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
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

test('moveDrafts replaces the base in the drafts of one lead, and of no other lead', () => {
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

test('if storage is blocked, drafts are kept until a reload and nothing throws', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeDraft('one.note', { values: { body: 'Roof' } });
  expect(readDraft('one.note')).toEqual({ values: { body: 'Roof' } });
  clearDrafts();
  expect(readDraft('one.note')).toBeUndefined();
});
