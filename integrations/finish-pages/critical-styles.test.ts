import { describe, expect, test } from 'vitest';
import { criticalStyles, endOfFirstScreen, parseSheet } from './critical-styles.ts';

describe('the first screen', () => {
  const long = 'x'.repeat(60_000);
  const firstScreenOf = (html: string) => html.slice(0, endOfFirstScreen(html));

  test('ends before the section of the first second-level heading', () => {
    expect(
      firstScreenOf(`<h2>M</h2><main><h1>A</h1><section>B</section><section><h2>C</h2>${long}</main></body>`),
    ).toBe('<h2>M</h2><main><h1>A</h1><section>B</section>');
  });

  test('is the whole of a short page, and of one that has no such section', () => {
    for (const body of [
      '<main><h1>A</h1><section><h2>B</h2></section></main>',
      `<header><section>M</section></header><main><h1>A</h1><h2>B</h2>${long}</main>`,
      `<main><h1>A</h1><section>${long}</section></main>`,
    ]) {
      expect(firstScreenOf(`<body>${body}</body>`)).toBe(`<body>${body}`);
    }
  });
});

const FIRST_SCREEN =
  '<body><dialog class="c"></dialog><main><details class="a"><summary>x</summary></details><ul><li class="b">y</li></ul><p></p></main>';

test.each([
  ['a rule for an element that is there', '.a{top:0}', '.a {\n  top: 0;\n}'],
  ['a rule for one that is not', '.c{top:0}', ''],
  ['a list of selectors', '.c,.b{top:0}', '.b {\n  top: 0;\n}'],
  ['parts that an element has from the first', '.b:before{top:0}', '.b:before {\n  top: 0;\n}'],
  ['what a closed element has inside', '.a::details-content{top:0}', '.a::details-content {\n  top: 0;\n}'],
  ['an element that is still closed', '.a[open]{top:0}', ''],
  ['a pointer', '.a:hover{top:0}@media (hover:hover){.a{top:0}}', ''],
  ['an element that nobody has called up', '.a:not(:target){top:0}', '.a:not(:target) {\n  top: 0;\n}'],
  ['the focus', '.a:focus-visible{top:0}', ''],
  ['paper', '@media print{.a{top:0}}', ''],
  [
    'a wide window',
    '@media (width>=40rem){.a{top:0}}',
    '@media (width >= 40rem) {\n  .a {\n    top: 0;\n  }\n}',
  ],
  [
    'the transition between pages',
    '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}',
    '@media (prefers-reduced-motion: no-preference) {\n  @view-transition {\n    navigation: auto;\n  }\n}',
  ],
  ['a statement', '@layer x,y;.a{top:0}', '@layer x, y;\n\n.a {\n  top: 0;\n}'],
  ['an animation', '@keyframes x{0%{top:0}}', ''],
  ['a nested rule', 'ul{>.b{top:0}>.c{top:0}}', 'ul > .b {\n  top: 0;\n}'],
  ['a custom property that no rule reads', '.a{--x:1;--y:var(--x);top:0}', '.a {\n  top: 0;\n}'],
  ['one that a rule reads', '.a{--x:1px;top:var(--x)}', '.a {\n  --x: 1px;\n  top: var(--x);\n}'],
  ['a registered property that no rule reads', '@property --x{syntax:"*";inherits:false}', ''],
  [
    'one that a rule for a later element reads',
    '@property --x{syntax:"*";inherits:false}.c{top:var(--x)}',
    '@property --x {\n  syntax: "*";\n  inherits: false\n}',
  ],
  ['an element that others may follow', '.b:not(:last-child){top:0}', '.b:not(:last-child) {\n  top: 0;\n}'],
  [
    'an element that others may follow, in a list without weight',
    '.a>:where(:not(:last-child)){top:0}',
    '.a > :where(:not(:last-child)) {\n  top: 0;\n}',
  ],
  ['what is for visitors without scripts', '@media (scripting:none){.a{top:0}}', ''],
  [
    'a font face',
    '@font-face{font-family:x;src:local("x")}',
    '@font-face {\n  font-family: x;\n  src: local(x);\n}',
  ],
])('%s', (_case, css, expected) => {
  expect(criticalStyles(parseSheet(css), FIRST_SCREEN).trim()).toBe(expected);
});
