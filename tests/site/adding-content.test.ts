import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { findPageProblems } from '#server/publishing/page-rules.ts';
import { readBuiltPages, textsOf, type BuiltPage } from '../support/site/built-pages.ts';
import { articleTitled, buildCopy, cityNamed, readContent } from '../support/site/site-with-more-content.ts';

const NOTICES = `items:
  - { text: Closed over New Year, from: 2020-12-24, until: 2099-01-03 }
  - { text: We have moved, from: 2020-01-01, until: 2020-01-31 }
`;

describe('a site with a new article, two new cities and two notices', () => {
  const directory = createTemporaryFolder();
  let pages = new Map<string, BuiltPage>();

  beforeAll(() => {
    const { status, stdout, stderr } = buildCopy(directory, {
      'articles/selling-a-croft.md': articleTitled('Selling a croft'),
      'cities/fort-william.yaml': cityNamed('Fort William'),
      'cities/perth.yaml': cityNamed('Perth').replace('postcode: DD5', 'postcode: PH1'),
      'notice.yaml': NOTICES,
    });
    expect(status, stdout + stderr).toBe(0);
    pages = readBuiltPages(join(directory, 'dist'));
  });

  test('has a page, a card in the blog, a feed item and a share image for the article', () => {
    expect(pages.get('/blog/selling-a-croft')?.$('h1').text()).toBe('Selling a croft');
    expect(pages.get('/blog')?.$('main a[href="/blog/selling-a-croft"]')).toHaveLength(1);
    expect(readFileSync(join(directory, 'dist/rss.xml'), 'utf8')).toContain('/blog/selling-a-croft');
    expect(existsSync(join(directory, 'dist/og/blog/selling-a-croft.png'))).toBe(true);
  });

  test('has a page, a sitemap entry and a share image for a city', () => {
    expect(pages.get('/fort-william')?.$('h1')).toHaveLength(1);
    expect(readFileSync(join(directory, 'dist/sitemap-0.xml'), 'utf8')).toContain('/fort-william<');
    expect(existsSync(join(directory, 'dist/og/fort-william.png'))).toBe(true);
  });

  test('draws a cover for the article and a street for a city that nobody drew', () => {
    expect(pages.get('/blog/selling-a-croft')?.$('main').html()).toContain('viewBox="0 0 240 150"');
    expect(pages.get('/perth')?.$('section:has(h1) svg path').length).toBeGreaterThan(20);
  });

  test('shows the notice of these days at the top of every page but the not-found page, and hides the other', () => {
    for (const { path, $ } of pages.values()) {
      const shown = textsOf(
        $,
        'header + aside[data-notice]:not([hidden]), aside:not([hidden]) + aside:not([hidden])',
      );
      expect(shown, path).toEqual(path === '/404' ? [] : ['Closed over New Year']);
      expect($('aside[data-notice="2020-01-01/2020-01-31"][hidden]').length, path).toBe(
        path === '/404' ? 0 : 1,
      );
    }
  });

  test('tells the form the districts of the new city that no other has', () => {
    for (const path of ['/', '/glasgow', '/perth'])
      expect(pages.get(path)?.$('body').attr('data-districts'), path).toBe('perth PH1');
  });

  test('is refused while the new cities have the words of another', async () => {
    const problems = await findPageProblems(join(directory, 'dist'));
    const named = problems.map(({ page, message }) => page + message).join('\n');
    for (const path of ['/blog/selling-a-croft', '/fort-william', '/perth']) expect(named).toContain(path);
  });

  test('links to the new cities in every footer, after the four leading cities, and in the list of areas', () => {
    for (const { path, $ } of pages.values()) {
      const links = $('footer a').map((_, a) => $(a).attr('href'));
      const [, ...others] = links.get().join(' ').split('/dundee ');
      expect(others.join(), path).toMatch(/^\/fort-william \/perth \/privacy-policy /);
    }
    expect(pages.get('/')?.$('section[aria-labelledby="areas-title"] a[href="/perth"]')).toHaveLength(1);
  });
});

test.each([
  ['cities/oban.yaml', 'cities/edinburgh.yaml', '{claim:edinburgh-sales}', '{claim:offer-witin}'],
  [
    'articles/selling-a-croft.md',
    'articles/broken-property-chain-guide.md',
    '<Claim id="offer-validity" />',
    '<Claim id="offer-witin" />',
  ],
])(
  'an unknown claim (a figure with a source) in %s stops the build with an error that names the file and the claim',
  (file, model, right, wrong) => {
    const { status, stdout, stderr } = buildCopy(createTemporaryFolder(), {
      [file]: readContent(model).replace(right, wrong),
    });
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain(`src/content/${file} uses the claim "offer-witin"`);
  },
);
