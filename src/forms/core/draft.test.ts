import { afterEach, expect, test, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft, type Draft } from './draft.ts';

const DRAFT: Draft = { answers: { name: 'Iain' }, step: 2, submission: { id: 'a', answers: '{}' } };

function stubStorage() {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a draft is read back as it was written, until it is cleared', () => {
  stubStorage();
  expect(readDraft('form')).toBeUndefined();
  writeDraft('form', DRAFT);
  expect(readDraft('form')).toEqual(DRAFT);
  clearDraft('form');
  expect(readDraft('form')).toBeUndefined();
});

test.each(['', 'no json', 'null', '{"answers":[]}', '{"answers":{"name":1}}'])(
  'an invalid stored value is ignored: %j',
  (text) => {
    stubStorage().set('form', text);
    expect(readDraft('form')).toBeUndefined();
  },
);

test('blocked storage counts as empty', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  expect(() => {
    writeDraft('form', DRAFT);
    clearDraft('form');
  }).not.toThrow();
  expect(readDraft('form')).toBeUndefined();
});
