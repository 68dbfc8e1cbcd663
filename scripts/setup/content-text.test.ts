import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addItem,
  listTexts,
  openLines,
  removeField,
  removeItem,
  setField,
  setValue,
} from './content-text.ts';

const CONTENT = join(import.meta.dirname, '../../src/content');

test.each(globSync('**/*.yaml', { cwd: CONTENT }).filter((file) => file !== 'notice.yaml'))(
  'an edit of %s changes no other line',
  (file) => {
    const text = readFileSync(join(CONTENT, file), 'utf8');
    const [first] = listTexts(text);
    expect(setValue(text, first?.path ?? [], first?.value ?? '')).toBe(text);
  },
);

test('setValue quotes a text where YAML needs it, and keeps comments', () => {
  const text = 'a: 1 # one\n\nb: two # two\n';
  expect(setValue(text, ['b'], 'it is: this')).toBe("a: 1 # one\n\nb: 'it is: this' # two\n");
  expect(() => setValue(text, ['c'], 'x')).toThrow('There is no text at c.');
});

describe('fields and items', () => {
  const CLAIMS =
    '# Figures.\n\n# --- One\n\n- id: a\n  text: x\n  reviewOn: 2027-01-01\n\n- id: b\n  text: y\n\n# --- Two\n\n- id: c\n  text: z\n\n- id: d\n  text: z\n';

  test('setField puts a new field before those that follow it', () => {
    expect(setField(CLAIMS, [0], 'source', 'Us: 2026', ['reviewOn'])).toBe(
      CLAIMS.replace('  text: x\n', "  text: x\n  source: 'Us: 2026'\n"),
    );
    expect(setField(CLAIMS, [3], 'note', 'Ours.')).toBe(`${CLAIMS}  note: Ours.\n`);
  });

  test('removeField deletes one field', () => {
    expect(removeField(CLAIMS, [0], 'text')).toBe(CLAIMS.replace('  text: x\n', ''));
    expect(removeField(CLAIMS, [0], 'note')).toBe(CLAIMS);
  });

  test.each([
    [0, '- id: a\n  text: x\n  reviewOn: 2027-01-01\n\n'],
    [1, '- id: b\n  text: y\n\n'],
    [2, '- id: c\n  text: z\n\n'],
    [3, '\n- id: d\n  text: z\n'],
  ])('removeItem deletes entry %i with the empty line after it, and keeps the headings', (index, entry) => {
    expect(removeItem(CLAIMS, [], index)).toBe(CLAIMS.replace(entry, ''));
  });

  test('the last item of a list can be taken out, and another be added', () => {
    const text = 'home:\n  items:\n    - name: A\n      text: Good\n\nglasgow:\n  items: []\n';
    const empty = removeItem(text, ['home', 'items'], 0);
    expect(empty).toBe('home:\n  items: []\n\nglasgow:\n  items: []\n');
    expect(addItem(empty, ['home', 'items'], { name: 'A', text: 'Good' })).toBe(text);
  });
});

test('openLines finds the line of a value', () => {
  const lineOf = openLines('# One.\na:\n  - b: x\n    c: y\n');
  expect(lineOf(['a', 0, 'c'])).toBe(4);
  expect(lineOf(['a', 1, 'b'])).toBeUndefined();
});
