import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  addItem,
  listTexts,
  openLines,
  removeField,
  removeItem,
  setField,
  setValue,
} from './content-text.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../src/content', file), 'utf8');

/** The lines that an edit removes and adds: those between the equal lines at the start and at the end. */
function changedLines(before: string, after: string) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = old.findIndex((line, index) => line !== now[index]);
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - start && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  return { removed: old.slice(start, old.length - tail), added: now.slice(start, now.length - tail) };
}

describe('setValue', () => {
  test('changes the one line of a short text, and keeps its comments', () => {
    const text = 'a: 1 # one\nb: two # two\n# end\n';
    expect(setValue(text, ['b'], 'it is: this')).toBe("a: 1 # one\nb: 'it is: this' # two\n# end\n");
  });

  test('keeps a folded text folded', () => {
    const before = read('home.yaml');
    const value = 'What people who sold to us have told us. '.repeat(4).trim();
    const after = setValue(before, ['testimonials', 'intro'], value);
    expect(changedLines(before, after)).toEqual({
      removed: [
        '    Our rating on a review site is {claim:rating-home}. Ask us for the site and the date, and read the poorest reviews',
        '    first.',
      ],
      added: [
        '    What people who sold to us have told us. What people who sold to us have told us. What people who sold to',
        '    us have told us. What people who sold to us have told us.',
      ],
    });
    expect(parse(after)).toMatchObject({ testimonials: { intro: value } });
  });

  test('folds a plain text that was on several lines', () => {
    const before = read('cities/glasgow.yaml');
    const after = setValue(before, ['reviews', 'intro'], 'Word for word: as they wrote it.');
    expect(changedLines(before, after)).toEqual({
      removed: [
        '  intro:',
        '    Across our four cities we are rated {claim:rating-city}. Ask us which site has the rest, and how recent they are,',
        '    before you trust the figure.',
      ],
      added: ['  intro: >-', '    Word for word: as they wrote it.'],
    });
    expect(parse(after)).toMatchObject({ reviews: { intro: 'Word for word: as they wrote it.' } });
  });
});

describe('fields and items', () => {
  const CLAIMS =
    '# Figures.\n\n# --- One\n\n- id: a\n  text: x\n  reviewOn: 2027-01-01\n\n- id: b\n  text: y\n\n# --- Two\n\n- id: c\n  text: z\n';

  test('setField puts a new field before those that follow it', () => {
    expect(setField(CLAIMS, [0], 'source', 'Us: 2026', ['reviewOn'])).toBe(
      CLAIMS.replace('  text: x\n', "  text: x\n  source: 'Us: 2026'\n"),
    );
    expect(setField(CLAIMS, [1], 'note', 'Ours.')).toBe(
      CLAIMS.replace('  text: y\n', '  text: y\n  note: Ours.\n'),
    );
    expect(setField(CLAIMS, [2], 'note', 'Ours.')).toBe(`${CLAIMS}  note: Ours.\n`);
  });

  test('removeField deletes the lines of one field', () => {
    expect(removeField(CLAIMS, [0], 'text')).toBe(CLAIMS.replace('  text: x\n', ''));
    expect(removeField('- a: 1\n  b: >-\n    long\n    text\n  c: 2\n', [0], 'b')).toBe('- a: 1\n  c: 2\n');
    expect(removeField(CLAIMS, [0], 'note')).toBe(CLAIMS);
  });

  test('removeItem deletes an entry with the empty line after it, and keeps the headings', () => {
    expect(removeItem(CLAIMS, [], 0)).toBe(
      CLAIMS.replace('- id: a\n  text: x\n  reviewOn: 2027-01-01\n\n', ''),
    );
    expect(removeItem(CLAIMS, [], 1)).toBe(CLAIMS.replace('- id: b\n  text: y\n\n', ''));
    expect(removeItem(CLAIMS, [], 2)).toBe(CLAIMS.replace('- id: c\n  text: z\n', ''));
  });

  test('addItem adds an entry to a list, also to an empty one', () => {
    const empty = 'home:\n  items: []\n\nglasgow:\n  items:\n    - name: B\n      text: Good\n';
    const first = addItem(empty, ['home', 'items'], {
      name: 'A: b',
      rating: 5,
      text: 'word '.repeat(30).trim(),
    });
    expect(first).toBe(
      empty.replace(
        '  items: []\n',
        `  items:\n    - name: 'A: b'\n      rating: 5\n      text: >-\n        ${'word '.repeat(20).trim()}\n        ${'word '.repeat(10).trim()}\n`,
      ),
    );
    expect(addItem(empty, ['glasgow', 'items'], { name: 'C', example: false })).toBe(
      `${empty}    - name: C\n      example: false\n`,
    );
  });

  test('the reviews of a page can be taken out one by one, and entered again', () => {
    let text = read('reviews.yaml');
    for (let left = 3; left > 0; left -= 1) text = removeItem(text, ['home', 'items'], 0);
    expect(text).toContain('customer.\n  items: []\n\nglasgow:\n');
    expect(parse(text)).toMatchObject({ home: { items: [] }, glasgow: { items: { length: 4 } } });
    expect(parse(addItem(text, ['home', 'items'], { name: 'N' }))).toMatchObject({
      home: { items: [{ name: 'N' }] },
    });
  });
});

test('openLines and listTexts find the values of a file', () => {
  const text = '# One.\na:\n  - b: x\n    c: >-\n      y\n';
  const lineOf = openLines(text);
  expect(lineOf(['a', 0, 'b'])).toBe(3);
  expect(lineOf(['a', 1, 'b'])).toBeUndefined();
  expect(listTexts(text)).toEqual([
    { path: ['a', 0, 'b'], value: 'x' },
    { path: ['a', 0, 'c'], value: 'y' },
  ]);
});
