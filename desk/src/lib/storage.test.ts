import { expect, test } from 'vitest';
import { MemoryStorage } from '#support/browser/memory-storage.ts';
import { createStorage } from './storage.ts';

/** A storage that refuses values of more than ten characters. */
class SmallStorage extends MemoryStorage {
  override setItem(key: string, value: string) {
    if (value.length > 10) throw new DOMException('full', 'QuotaExceededError');
    super.setItem(key, value);
  }
}

const small = new SmallStorage() as unknown as Storage;
const blocked = (): Storage => {
  throw new DOMException('blocked', 'SecurityError');
};

test.each([
  ['allows storage', () => small],
  ['blocks storage', blocked],
])('where the browser %s, a value is kept until it is removed', (_, open) => {
  const storage = createStorage(open);
  storage.setItem('one', 'first');
  storage.setItem('one', 'second');
  expect([storage.getItem('one'), storage.getItem('two'), storage.keys()]).toEqual(['second', null, ['one']]);
  storage.removeItem('one');
  expect([storage.getItem('one'), storage.keys()]).toEqual([null, []]);
});

test('a value too long to store still replaces the old one, and a later one that fits is stored again', () => {
  const storage = createStorage(() => small);
  storage.setItem('one', 'short');
  storage.setItem('one', 'much too long');
  expect([storage.getItem('one'), storage.keys()]).toEqual(['much too long', ['one']]);
  storage.setItem('one', 'fits');
  expect([storage.getItem('one'), createStorage(() => small).getItem('one')]).toEqual(['fits', 'fits']);
});

test.each([
  ['[1,2]', [1, 2]],
  ['[1,', undefined],
  ['', undefined],
])('the stored text %j is read as %j', (text, value) => {
  const storage = createStorage(blocked);
  storage.setItem('one', text);
  expect([storage.getJson('one'), storage.getJson('two')]).toEqual([value, undefined]);
});
