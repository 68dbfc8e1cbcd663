import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { DIST, readBuiltPages } from '../support/site/built-pages.ts';
import { ARTICLES, CITIES } from '../support/site/site-content.ts';
import { SPECIFIED_PAGES } from '../support/site/specified-pages.ts';

const pages = readBuiltPages();

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Labels around radio buttons also have `for`, because voice control needs it.
    'no-redundant-for': 'off',
    // Responsive tables have roles, because browsers drop a table's implicit roles when CSS displays it as blocks.
    'no-redundant-role': 'off',
    // The checker's form has no submit button, because it shows each result at once.
    'wcag/h32': 'off',
  },
});

test('the site has the pages of the firm’s specification, those of `src/content`, and the seller’s own page', () => {
  const added = [...CITIES, ...ARTICLES].map(({ path }) => path);
  const expected = new Set([...SPECIFIED_PAGES, ...added, '/your-enquiry']);
  expect([...pages.keys()].sort()).toEqual([...expected].sort());
});

describe.each([...pages.values()])('$path', ({ path, $ }) => {
  test('is valid HTML', () => {
    const file = path === '/' ? 'index.html' : `${path}.html`;
    const html = readFileSync(join(DIST, file), 'utf8');
    const { results } = validator.validateStringSync(html);
    const errors = results.flatMap(({ messages }) => messages);
    expect(
      errors.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
    ).toEqual([]);
  });

  test('has a label for every drawing', () => {
    expect($('svg[role="img"]:not([aria-label]):not([aria-labelledby])')).toHaveLength(0);
  });
});
