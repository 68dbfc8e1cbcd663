import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  DIST,
  readBuiltPages,
  structuredDataOf,
  textsOf,
} from '../support/site/built-pages.ts';
import { findSchemaOrgErrors } from '../support/site/schema-org.ts';
import { ARTICLES } from '../support/site/site-content.ts';

const { SITE_URL: given = '' } = process.env;
const SITE_URL = new URL(given || 'http://localhost:4321').origin;

const pages = readBuiltPages();
const NOT_INDEXED = ['/404', '/your-enquiry'];
const indexed = [...pages.values()].filter(({ path }) => !NOT_INDEXED.includes(path));
const readText = (file: string) => readFileSync(join(DIST, file), 'utf8');

describe.each(indexed)('$path', (page) => {
  const { path, $ } = page;
  const meta = (name: string) => $(`meta[name="${name}"], meta[property="${name}"]`).attr('content') ?? '';

  test('has a canonical URL without a trailing slash', () => {
    expect($('link[rel="canonical"]').attr('href')).toBe(path === '/' ? `${SITE_URL}/` : SITE_URL + path);
    expect(meta('og:url')).toBe($('link[rel="canonical"]').attr('href'));
  });

  test('has a share image that exists', () => {
    const image = meta('og:image').replace(SITE_URL, '');
    expect(image).toMatch(/^\/og\/.+\.png$/);
    expect(existsSync(join(DIST, image))).toBe(true);
    expect(meta('twitter:card')).toBe('summary_large_image');
  });

  test('shows the note of each claim (a figure with a source) once, and none for a claim without a note', () => {
    // Notes inside islands are left out, because the forms show them only after sending.
    const noted = attributesOf($, 'main [data-claim-note]:not([data-island] *)', 'data-claim-note');
    expect(noted).toEqual([...new Set(noted)]);
    const claims = readText('../src/content/claims.yaml');
    for (const id of attributesOf($, 'main [data-claim]', 'data-claim')) {
      const [, entry = ''] = claims.split(`- id: ${id}\n`);
      const [ownLines = ''] = entry.split('\n- id: ');
      expect(noted.includes(id), id).toBe(/^ {2}note:/m.test(ownLines));
    }
  });

  test('has exactly one button for each note popover', () => {
    const listed = attributesOf($, '[popover]', 'id');
    expect(attributesOf($, '[popovertarget]', 'popovertarget').sort()).toEqual(listed.sort());
  });

  test('has the same breadcrumb on the page and in its structured data', () => {
    const lists = structuredDataOf(page)
      .flatMap((data) => data['@graph'])
      .filter((thing) => thing['@type'] === 'BreadcrumbList') as unknown as {
      itemListElement: { name: string }[];
    }[];
    const shown = textsOf($, 'nav[aria-label="Breadcrumb"] li > :is(a, [aria-current])');
    expect(lists.flatMap((list) => list.itemListElement.map(({ name }) => name))).toEqual(shown);
    expect(shown.length > 0).toBe(path !== '/');
  });
});

test.each(['index.html', 'glasgow.html', 'blog/how-to-sell-house-fast-scotland.html'])(
  'the first screen of %s does not wait for the structured data about the business, the questions and the article',
  (file) => {
    const [firstScreen] = readText(file).split('<link rel="stylesheet"');
    expect(firstScreen).not.toMatch(/"@type":"(?:LocalBusiness|FAQPage|Article)"/);
  },
);

test("structured data is valid by schema.org's vocabulary", () => {
  const graphs = [...pages.values()].flatMap(structuredDataOf);
  expect(graphs.length).toBeGreaterThan(0);
  expect(findSchemaOrgErrors(graphs)).toEqual([]);
});

test('the seller’s own page sends no referrer', () => {
  expect(pages.get('/your-enquiry')?.$('head meta[name="referrer"]').attr('content')).toBe('no-referrer');
});

test.each(NOT_INDEXED)('search engines do not index %s', (path) => {
  const { $ } = pages.get(path) ?? {};
  expect($?.('meta[name="robots"]').attr('content')).toBe('noindex');
  expect($?.('link[rel="canonical"]')).toHaveLength(0);
});

test('the sitemap lists exactly the indexed pages', () => {
  const urls = Array.from(readText('sitemap-0.xml').matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url);
  expect(urls.sort()).toEqual(indexed.map(({ path }) => SITE_URL + path).sort());
  expect(readText('robots.txt')).toContain(`Sitemap: ${SITE_URL}/sitemap-index.xml`);
});

test('the feed has the articles', () => {
  const links = Array.from(readText('rss.xml').matchAll(/<item>.*?<link>([^<]+)/g), ([, url]) => url);
  expect(links.sort()).toEqual(ARTICLES.map(({ path }) => SITE_URL + path).sort());
});
