import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { readBuiltPages, type BuiltPage } from '../support/site/built-pages.ts';
import { articleTitled, buildCopy, cityNamed, readContent } from '../support/site/site-with-more-content.ts';

describe('a site with a new article and two new cities', () => {
  const directory = createTemporaryFolder();
  let pages = new Map<string, BuiltPage>();

  beforeAll(() => {
    const { status, stdout, stderr } = buildCopy(directory, {
      'articles/selling-a-croft.md': articleTitled('Selling a croft'),
      'cities/fort-william.yaml': cityNamed('Fort William'),
      'cities/perth.yaml': cityNamed('Perth'),
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
