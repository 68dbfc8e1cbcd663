import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { findPageProblems } from '#server/publishing/page-rules.ts';
import {
  attributesOf,
  readBuiltPages,
  structuredDataOf,
  textsOf,
  type BuiltPage,
} from '../support/site/built-pages.ts';
import { withoutExampleReviews, withoutExamples } from '../support/site/without-examples.ts';
import { buildCopy, type Additions } from '../support/site/site-with-more-content.ts';

const folder = createTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, content: Additions): Map<string, BuiltPage> {
  const directory = join(folder, name);
  const { status, stdout, stderr } = buildCopy(directory, content);
  expect(status, stdout + stderr).toBe(0);
  dist = join(directory, 'dist');
  return readBuiltPages(dist);
}

const TESTIMONIALS = 'a[href$="#testimonials"]';

let dist: string;
let pages: Map<string, BuiltPage>;
const pageAt = (path: string) => {
  const page = pages.get(path);
  if (!page) throw new Error(`There is no page ${path}.`);
  return page;
};

const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'popovertarget', 'for'];

/** Expects that no page breaks a rule, or has a reference to a missing element, an empty section or an empty list. */
async function expectWholePages(): Promise<void> {
  expect(await findPageProblems(dist)).toEqual([]);
  for (const { path, $ } of pages.values()) {
    const ids = REFERENCES.flatMap((name) => attributesOf($, `[${name}]`, name)).flatMap((value) =>
      value.split(' '),
    );
    expect(
      ids.filter((id) => $(`[id="${id}"]`).length !== 1),
      path,
    ).toEqual([]);
    // Every section has more than its heading.
    for (const section of $('main section:has(h2)').toArray()) {
      const rest = $(section).clone();
      rest.find('h2').remove();
      expect(rest.text().trim(), `${path}, ${$(section).find('h2').first().text()}`).not.toBe('');
    }
    // Only hidden lists may be empty, such as that of a form's errors.
    const lists = $('main :is(ul, ol):not(:has(li)), main dl:not(:has(dt))').toArray();
    expect(
      lists.filter((list) => $(list).closest('[hidden]').length === 0),
      path,
    ).toEqual([]);
  }
}

const isRated = (page: BuiltPage) => JSON.stringify(structuredDataOf(page)).includes('aggregateRating');

describe('a site whose example reviews and ratings were taken out', () => {
  beforeAll(() => {
    pages = build('nothing', withoutExamples());
  });

  test('has no rating, no section of reviews and no link to one', async () => {
    await expectWholePages();
    for (const page of pages.values()) {
      expect(page.$(TESTIMONIALS).length, page.path).toBe(0);
      expect(page.$('#testimonials, section[aria-labelledby="reviews-title"]').length, page.path).toBe(0);
      expect(isRated(page), page.path).toBe(false);
      expect(page.$('main').text(), page.path).not.toMatch(/we are rated|out of 5/i);
    }
  });

  test('keeps the other links of the header, the side menu and the footer', () => {
    const links = ['How It Works', 'Why Choose Us', 'FAQ', 'Blog'];
    expect(textsOf(pageAt('/').$, 'nav[aria-label="Main"] a')).toEqual(links);
    expect(textsOf(pageAt('/').$, 'nav[aria-label="Menu"] a')).toEqual(links);
    expect(textsOf(pageAt('/').$, 'nav[aria-label="Footer"] > div:first-child a')).toEqual([
      'How It Works',
      'Why Choose Us',
      'Blog',
    ]);
  });
});

describe('a site whose example reviews were taken out, with its ratings', () => {
  beforeAll(() => {
    pages = build('ratings', withoutExampleReviews());
  });

  test('shows each rating once, in the section of the home page and at the top of each city page', async () => {
    await expectWholePages();
    expect(textsOf(pageAt('/').$, '#testimonials [data-claim]')).toEqual([
      '4.9 out of 5 from over 3,000 verified reviews',
    ]);
    expect(pageAt('/').$(TESTIMONIALS).length).toBeGreaterThan(0);
    for (const path of ['/glasgow', '/edinburgh']) {
      expect(textsOf(pageAt(path).$, 'section:has(h1) [data-claim="rating-city"]'), path).toHaveLength(1);
      expect(textsOf(pageAt(path).$, 'main [data-claim="rating-city"]'), path).toHaveLength(1);
      expect(isRated(pageAt(path)), path).toBe(true);
    }
  });
});
