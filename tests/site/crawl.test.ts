import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { readBuiltPages } from '../support/built-pages.ts';

const DIST = join(import.meta.dirname, '../../dist');
const pages = readBuiltPages(DIST);

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Voice control finds a radio button by `for`, also where the label is around it.
    'no-redundant-for': 'off',
  },
});

/** What is wrong with an address on this site; undefined when it leads somewhere. */
function faultOf(href: string, from: string): string | undefined {
  const { origin, pathname, hash } = new URL(href, `http://site${from}`);
  if (origin !== 'http://site') return undefined;
  const page = pages.get(pathname);
  if (page === undefined) return existsSync(join(DIST, pathname)) ? undefined : `${href}: no such page`;
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || page.$(`[id="${id}"]`).length === 1 ? undefined : `${href}: no such place`;
}

test('the routes are those of the specification, and no others', () => {
  expect([...pages.keys()].sort()).toEqual([
    '/',
    '/404',
    '/aberdeen',
    '/blog',
    '/blog/broken-property-chain-guide',
    '/blog/cash-buyers-vs-estate-agents',
    '/blog/how-to-sell-house-fast-scotland',
    '/blog/scottish-property-law-guide',
    '/blog/selling-inherited-property-scotland',
    '/blog/selling-property-poor-condition',
    '/cookie-policy',
    '/dundee',
    '/edinburgh',
    '/glasgow',
    '/privacy-policy',
    '/terms-and-conditions',
  ]);
});

describe.each([...pages.values()])('$path', ({ path, $ }) => {
  test('is valid HTML', () => {
    const file = path === '/' ? 'index.html' : `${path}.html`;
    const html = readFileSync(join(DIST, file), 'utf8');
    const { results } = validator.validateStringSync(html);
    const faults = results.flatMap(({ messages }) => messages);
    expect(
      faults.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
    ).toEqual([]);
  });

  test('has no link that leads nowhere', () => {
    const hrefs = $('a[href], link[href]')
      .map((_, link) => $(link).attr('href'))
      .get();
    expect([...new Set(hrefs)].map((href) => faultOf(href, path)).filter(Boolean)).toEqual([]);
  });

  test('has a text for every picture', () => {
    expect($('img:not([alt]), svg[role="img"]:not([aria-label]):not([aria-labelledby])')).toHaveLength(0);
  });
});
