import { expect, test } from 'vitest';
import {
  assignShortClasses,
  classAttributesIn,
  shortenAttributes,
  shortenStyles,
} from './shorten-classes.ts';

const HTML =
  '<p class="flex sm:block">a</p><p class="flex">b</p><p class="[&amp;_a]:x flex">c</p><p class="">d</p><br class="flex"/>';
const SHORT_CLASSES = new Map([
  ['flex sm:block', 'A'],
  ['flex', 'B'],
  ['[&amp;_a]:x flex', 'C'],
]);

test('an element gets one short class, or none if it had no class', () => {
  expect(classAttributesIn(HTML)).toEqual([...SHORT_CLASSES.keys(), 'flex']);
  expect(shortenAttributes(HTML, SHORT_CLASSES)).toBe(
    '<p class=A>a</p><p class=B>b</p><p class=C>c</p><p>d</p><br class="B"/>',
  );
});

test.each([
  ['a class in several attributes', '.flex{top:0}', '.A,.B,.C{top:0}'],
  ['a class in one attribute', '.sm\\:block{top:0}', '.A{top:0}'],
  ['a class with characters that HTML escapes', '.\\[\\&_a\\]\\:x a{top:0}', '.C a{top:0}'],
  ['a class in a selector with a child', '.flex:hover>p{top:0}', '.A:hover>p,.B:hover>p,.C:hover>p{top:0}'],
  ['a class with a pseudo-class', '.flex:hover{top:0}', '.A:hover,.B:hover,.C:hover{top:0}'],
  ['a class of a child', 'p>.flex:hover{top:0}', 'p>.A:hover,p>.B:hover,p>.C:hover{top:0}'],
  ['a class inside :not()', 'p:not(.flex,a){top:0}', 'p:not(:is(.A,.B,.C),a){top:0}'],
  ['two classes of one element', '.flex.sm\\:block{top:0}', '.A.A,.B.A,.C.A{top:0}'],
  ['an unused class with a pseudo-class', '.grid:hover{top:0}.flex{top:1px}', '.A,.B,.C{top:1px}'],
  ['an unused class', '.grid{top:0}.flex{top:1px}', '.A,.B,.C{top:1px}'],
  [
    'a rule inside at-rules',
    '@layer x{@media print{.sm\\:block{top:0}}}',
    '@layer x{@media print{.A{top:0}}}',
  ],
  ['keyframes', '@keyframes x{33.3%{top:0}}', '@keyframes x{33.3%{top:0}}'],
])('the style sheet is rewritten: %s', (_case, css, expected) => {
  expect(shortenStyles(css, SHORT_CLASSES)).toBe(expected);
});

test('a class that a script may set keeps its own name beside the short classes', () => {
  const kept = new Set(['sm:block', 'grid']);
  expect(shortenStyles('.sm\\:block{top:0}.grid{top:1px}', SHORT_CLASSES, kept)).toBe(
    '.A,.sm\\:block{top:0}.grid{top:1px}',
  );
});

test('a class that a script may set keeps its own name inside :not() too', () => {
  expect(shortenStyles('p:not(.flex,.grid){top:0}', SHORT_CLASSES, new Set(['flex', 'grid']))).toBe(
    'p:not(:is(.A,.B,.C,.flex),.grid){top:0}',
  );
});

test('the most frequent class attribute gets the shortest class, and no short class is one that a script may set', () => {
  const counts = new Map([
    ['rare', 1],
    ['frequent', 3],
    ...Array.from({ length: 60 }, (_, n) => [`x${n}`, 2] as const),
  ]);
  const names = assignShortClasses(counts, new Set(['b']));
  expect(names.get('frequent')).toBe('a');
  expect(names.get('x0')).toBe('c');
  expect(names.get('rare')).toHaveLength(2);
  expect(new Set(names.values()).size).toBe(counts.size);
});
