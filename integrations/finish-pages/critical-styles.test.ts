import { describe, expect, test } from 'vitest';
import { criticalStyles, endOfFirstScreen, parseSheet } from './critical-styles.ts';

describe('the first screen', () => {
  const long = 'x'.repeat(60_000);
  const firstScreenOf = (html: string) => html.slice(0, endOfFirstScreen(html));

  test('ends before the section with the first <h2> of the main element', () => {
    expect(
      firstScreenOf(`<h2>M</h2><main><h1>A</h1><section>B</section><section><h2>C</h2>${long}</main></body>`),
    ).toBe('<h2>M</h2><main><h1>A</h1><section>B</section>');
  });

  test('is the whole page when the page is short, or its main element has no section with an <h2>', () => {
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

const stylesOf = (css: string) => criticalStyles(parseSheet(css), FIRST_SCREEN).replace(/\s+/g, ' ').trim();

describe('the critical styles keep', () => {
  test.each([
    ['a rule for an element on the page', '.a{top:0}', '.a { top: 0; }'],
    ['of a selector list, only the selectors that match an element', '.c,.b{top:0}', '.b { top: 0; }'],
    ['a pseudo-element', '.b:before{top:0}', '.b:before { top: 0; }'],
    ['::details-content', '.a::details-content{top:0}', '.a::details-content { top: 0; }'],
    [':not(:target)', '.a:not(:target){top:0}', '.a:not(:target) { top: 0; }'],
    [
      'a media query for a wide window',
      '@media (width>=40rem){.a{top:0}}',
      '@media (width >= 40rem) { .a { top: 0; } }',
    ],
    [
      '@view-transition',
      '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}',
      '@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }',
    ],
    ['an at-rule statement', '@layer x,y;.a{top:0}', '@layer x, y; .a { top: 0; }'],
    ['a nested rule, flattened', 'ul{>.b{top:0}>.c{top:0}}', 'ul > .b { top: 0; }'],
    ['a custom property in use', '.a{--x:1px;top:var(--x)}', '.a { --x: 1px; top: var(--x); }'],
    [
      'a registered property, even if only rules outside the first screen use it',
      '@property --x{syntax:"*";inherits:false}.c{top:var(--x)}',
      '@property --x { syntax: "*"; inherits: false }',
    ],
    [':not(:last-child)', '.b:not(:last-child){top:0}', '.b:not(:last-child) { top: 0; }'],
    [
      ':where(:not(:last-child)), whose specificity is 0',
      '.a>:where(:not(:last-child)){top:0}',
      '.a > :where(:not(:last-child)) { top: 0; }',
    ],
    [
      'a font face',
      '@font-face{font-family:x;src:local("x")}',
      '@font-face { font-family: x; src: local(x); }',
    ],
  ])('%s', (_case, css, expected) => {
    expect(stylesOf(css)).toBe(expected);
  });
});

describe('the critical styles leave out', () => {
  test.each([
    ['a rule for a dialog, which is closed at first', '.c{top:0}', ''],
    ['[open] of a closed element', '.a[open]{top:0}', ''],
    [':hover and the media feature (hover)', '.a:hover{top:0}@media (hover:hover){.a{top:0}}', ''],
    [':focus-visible', '.a:focus-visible{top:0}', ''],
    ['print', '@media print{.a{top:0}}', ''],
    ['keyframes', '@keyframes x{0%{top:0}}', ''],
    ['an unused custom property', '.a{--x:1;--y:var(--x);top:0}', '.a { top: 0; }'],
    ['an unused registered property', '@property --x{syntax:"*";inherits:false}', ''],
    ['rules for browsers without JavaScript', '@media (scripting:none){.a{top:0}}', ''],
  ])('%s', (_case, css, expected) => {
    expect(stylesOf(css)).toBe(expected);
  });
});
