import { expect, test } from 'vitest';
import { pruneStyles } from './prune-styles.ts';

const usage = {
  classes: new Set(['a', 'sm:block', '2xl', 'w-1/2', '[&_a]:x']),
  properties: new Set<string>(),
};

test.each([
  ['a rule for a class that the page has', '.a{color:red}', '.a{color:red}'],
  ['a rule for one that it has not', '.b{color:red}', ''],
  ['a list of selectors', '.b,.a:hover{color:red}.b,.b:hover{top:0}', '.b,.a:hover{color:red}'],
  ['two classes of which one is missing', '.a.b,.b .a{color:red}', ''],
  ['a class that must be absent', '.a:not(.b){color:red}', '.a:not(.b){color:red}'],
  ['a class that is one of several', ':is(.a,.b) p{color:red}', ':is(.a,.b) p{color:red}'],
  ['a class inside what an element has', 'p:has(.b){color:red}', 'p:has(.b){color:red}'],
  ['escaped characters', '.sm\\:block,.w-1\\/2{top:0}', '.sm\\:block,.w-1\\/2{top:0}'],
  ['a class that begins with a digit', '.\\32 xl{top:0}', '.\\32 xl{top:0}'],
  ['brackets in a class', '.\\[\\&_a\\]\\:x a{top:0}', '.\\[\\&_a\\]\\:x a{top:0}'],
  ['an empty media query', '@media print{.b{top:0}}', ''],
  ['a layer with one rule left', '@layer x{.b{top:0}.a{top:0}}', '@layer x{.a{top:0}}'],
  ['a statement', '@layer x,y;.a{top:0}', '@layer x,y;.a{top:0}'],
  ['a nested rule', '.a{top:0;&:hover{top:1px}}.b{&:hover{top:1px}}', '.a{top:0;&:hover{top:1px}}'],
  ['signs inside a string', '.a{content:"};.b{"}', '.a{content:"};.b{"}'],
  [
    'an address',
    '.a{background:url(data:image/png;base64,AA==)}',
    '.a{background:url(data:image/png;base64,AA==)}',
  ],
  ['an animation that nothing names', '@keyframes x{0%{top:0}}.a{top:0}', '.a{top:0}'],
  [
    'one that something names',
    '@keyframes x{0%{top:0}}.a{animation:1s x}',
    '@keyframes x{0%{top:0}}.a{animation:1s x}',
  ],
  [
    'a property that nothing reads',
    ':root{--x:1;top:0}@property --x{syntax:"*";inherits:false}',
    ':root{top:0}',
  ],
  ['properties that read each other', ':root{--x:1;--y:var(--x)}.a{top:0}', '.a{top:0}'],
  ['a property that is read', ':root{--x:1}.a{top:var(--x)}', ':root{--x:1}.a{top:var(--x)}'],
  ['a comment', '/*! v1.2 */@layer x{.a{top:0}}', '@layer x{.a{top:0}}'],
  [
    'a registered property that nothing sets',
    '@property --x{syntax:"*";inherits:false;initial-value:solid}@layer properties{@supports (color:red){*{--x:solid}}}.a{border-style:var(--x)}',
    '@layer properties;.a{border-style:solid}',
  ],
  [
    'one that a rule sets',
    '@property --x{syntax:"*";inherits:false;initial-value:solid}.a{--x:dashed;border-style:var(--x)}',
    '@property --x{syntax:"*";inherits:false;initial-value:solid}.a{--x:dashed;border-style:var(--x)}',
  ],
  [
    'one that only a rule for a missing class sets',
    '@property --x{syntax:"*";inherits:false;initial-value:solid}.b{--x:dashed}.a{border-style:var(--x)}',
    '.a{border-style:solid}',
  ],
  [
    'one without a value, where another is at hand',
    '@property --x{syntax:"*";inherits:false}.a{line-height:var(--x,calc(1 * var(--y)));--y:2}',
    '.a{line-height:calc(1 * var(--y));--y:2}',
  ],
  [
    'a property that nothing sets or registers',
    '.a{line-height:var(--x,1.5);top:var(--y)}',
    '.a{top:var(--y);line-height:1.5}',
  ],
  [
    'one that the theme sets once for all',
    '@layer theme{:root,:host{--x:1rem;--y:red}}@media print{:root{--y:#000}}.a{color:var(--y);top:var(--x)}',
    '@layer theme{:root,:host{--y:red}}@media print{:root{--y:#000}}.a{color:var(--y);top:1rem}',
  ],
  [
    'one that a theme without hosts sets',
    '@layer theme{:root{--x:1rem}}.a{top:var(--x)}',
    '@layer theme;.a{top:1rem}',
  ],
  ['a class that is named like an id', '.main{top:0}#main{top:1px}', '.main{top:0}#main{top:1px}'],
  [
    'one without any value',
    '@property --x{syntax:"*";inherits:false}.a{top:var(--x)}',
    '@property --x{syntax:"*";inherits:false}.a{top:var(--x)}',
  ],
])('%s', (_case, css, expected) => {
  expect(pruneStyles(css, usage)).toBe(expected);
});

test('a property that only the page reads stays', () => {
  expect(pruneStyles(':root{--x:1}', { classes: new Set(), properties: new Set(['--x']) })).toBe(
    ':root{--x:1}',
  );
});
