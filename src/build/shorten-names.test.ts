import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { namesInScripts } from './names.ts';
import { shortenNames } from './shorten-names.ts';

const HTML =
  '<style>:root{--ink:#000;--paper:#fff}.sm\\:block{color:var(--ink)}.\\[\\&_a\\]\\:x a{top:0}' +
  '.island{left:.5rem;color:var(--paper)}</style>' +
  '<p class="sm:block [&amp;_a]:x unstyled a">x</p><p class="island sm:block" data-x="--paper">y</p>';

const $ = load(shortenNames(HTML, namesInScripts(['e.className=`island`'])));
const css = $('style').text();
const [first = [], second = []] = $('p')
  .map((_, element) => [$(element).attr('class')?.split(' ')])
  .get();

test('a class has one short name, in the page and in its styles', () => {
  expect(first[0]).toMatch(/^[a-z]$/i);
  expect(second[1]).toBe(first[0]);
  expect(css).toContain(`.${first[0] ?? ''}{color:`);
  expect(css).toContain(`.${first[1] ?? ''} a{top:0}`);
});

test('no short name is one that the page has already', () => {
  expect(first.slice(2)).toEqual(['unstyled', 'a']);
  expect(new Set(first).size).toBe(4);
});

test('a class that a script names keeps its name', () => {
  expect(second[0]).toBe('island');
  expect(css).toContain('.island{left:.5rem');
});

test('a custom property is shortened unless the page names it', () => {
  expect(css).toMatch(/:root\{--a:#000;--paper:#fff\}/);
  expect(css).toContain('color:var(--a)');
});
