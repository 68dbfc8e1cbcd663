import { expect, test } from 'vitest';
import { classAttributesIn, composeAttributes, composeNames, composeStyles } from './compose-classes.ts';

const HTML =
  '<p class="flex sm:block">a</p><p class="flex">b</p><p class="[&amp;_a]:x flex">c</p><p class="">d</p><br class="flex"/>';
const COMPOSITIONS = new Map([
  ['flex sm:block', 'A'],
  ['flex', 'B'],
  ['[&amp;_a]:x flex', 'C'],
]);

test('an element has one class, and none at all where it had none', () => {
  expect(classAttributesIn(HTML)).toEqual([...COMPOSITIONS.keys(), 'flex']);
  expect(composeAttributes(HTML, COMPOSITIONS)).toBe(
    '<p class=A>a</p><p class=B>b</p><p class=C>c</p><p>d</p><br class="B"/>',
  );
});

test.each([
  ['a class that several lists have', '.flex{top:0}', '.A,.B,.C{top:0}'],
  ['one that one list has', '.sm\\:block{top:0}', '.A{top:0}'],
  ['one with signs that HTML escapes', '.\\[\\&_a\\]\\:x a{top:0}', '.C a{top:0}'],
  ['one in a longer selector', '.flex:hover>p{top:0}', '.A:hover>p,.B:hover>p,.C:hover>p{top:0}'],
  ['one with more than the class', '.flex:hover{top:0}', '.A:hover,.B:hover,.C:hover{top:0}'],
  ['one behind another element', 'p>.flex:hover{top:0}', 'p>.A:hover,p>.B:hover,p>.C:hover{top:0}'],
  ['one in a list', 'p:not(.flex,a){top:0}', 'p:not(:is(.A,.B,.C),a){top:0}'],
  ['two in one selector', '.flex.sm\\:block{top:0}', '.A.A,.B.A,.C.A{top:0}'],
  ['one that nothing has, in a longer selector', '.grid:hover{top:0}.flex{top:1px}', '.A,.B,.C{top:1px}'],
  ['one that nothing has', '.grid{top:0}.flex{top:1px}', '.A,.B,.C{top:1px}'],
  ['a rule inside others', '@layer x{@media print{.sm\\:block{top:0}}}', '@layer x{@media print{.A{top:0}}}'],
  ['steps of an animation', '@keyframes x{33.3%{top:0}}', '@keyframes x{33.3%{top:0}}'],
])('%s', (_case, css, expected) => {
  expect(composeStyles(css, COMPOSITIONS)).toBe(expected);
});

test('a class that a script may set has its own name besides', () => {
  const kept = new Set(['sm:block', 'grid']);
  expect(composeStyles('.sm\\:block{top:0}.grid{top:1px}', COMPOSITIONS, kept)).toBe(
    '.A,.sm\\:block{top:0}.grid{top:1px}',
  );
});

test('a class that a script may set keeps its name inside a list too', () => {
  expect(composeStyles('p:not(.flex,.grid){top:0}', COMPOSITIONS, new Set(['flex', 'grid']))).toBe(
    'p:not(:is(.A,.B,.C,.flex),.grid){top:0}',
  );
});

test('the most frequent class attribute has the shortest name, and no name is one that a script may set', () => {
  const counts = new Map([
    ['rare', 1],
    ['frequent', 3],
    ...Array.from({ length: 60 }, (_, n) => [`x${n}`, 2] as const),
  ]);
  const names = composeNames(counts, new Set(['b']));
  expect(names.get('frequent')).toBe('a');
  expect(names.get('x0')).toBe('c');
  expect(names.get('rare')).toHaveLength(2);
  expect(new Set(names.values()).size).toBe(counts.size);
});
