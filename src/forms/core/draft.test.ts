import { expect, test, vi } from 'vitest';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import { hasDraft, markSent, wasSent } from './form-storage.ts';

const DRAFT: Draft = {
  answers: { name: 'Iain' },
  step: 2,
  submission: { id: 'a', answers: '{}', origin: 'page=/' },
};

function stubStorage() {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}

test('a draft is read back as it was written, until its form has been sent', () => {
  const items = stubStorage();
  expect(readDraft('form')).toBeUndefined();
  writeDraft('form', DRAFT);
  expect(readDraft('form')).toEqual(DRAFT);
  expect({ draft: hasDraft('form'), sent: wasSent('form') }).toEqual({ draft: true, sent: false });
  markSent('form');
  expect(readDraft('form')).toBeUndefined();
  expect({ draft: hasDraft('form'), sent: wasSent('form') }).toEqual({ draft: false, sent: true });
  expect(JSON.stringify([...items])).not.toContain('Iain');
});

test.each(['', 'no json', 'null', '{"answers":[]}', '{"answers":{"name":1}}'])(
  'an invalid stored value is ignored: %j',
  (text) => {
    stubStorage().set('form', text);
    expect(readDraft('form')).toBeUndefined();
  },
);

test('where session storage is blocked, there is no draft, and nothing throws', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  expect(() => {
    writeDraft('form', DRAFT);
    markSent('form');
  }).not.toThrow();
  expect(readDraft('form')).toBeUndefined();
  expect(wasSent('form')).toBe(false);
});
