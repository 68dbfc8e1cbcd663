import { expect, test } from 'vitest';
import { DIST } from '../support/site/built-pages.ts';
import { scoreCategories } from '../support/browser/lighthouse.ts';
import { serveSite } from '../support/site/serve-site.ts';

const site = await serveSite(DIST);

// The category "performance" is left out: `npm run bench` measures it, on a machine that runs nothing else.
test.each([
  ['home', '/'],
  ['city', '/glasgow'],
  ['article', '/blog/how-to-sell-house-fast-scotland'],
  ['blog', '/blog'],
  ['legal', '/privacy-policy'],
])('Lighthouse scores the %s page 100 in three categories', async (_kind, path) => {
  const { scores, failedAudits } = await scoreCategories(site.url + path, [
    'accessibility',
    'best-practices',
    'seo',
  ]);
  expect(scores, failedAudits.join(', ')).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
