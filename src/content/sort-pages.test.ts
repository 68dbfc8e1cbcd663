import { expect, test } from 'vitest';
import { sortPages } from './sort-pages.ts';

const PAGES = [
  { slug: 'perth', name: 'Perth' },
  { slug: 'ayr', name: 'Ayr' },
  { slug: 'dundee', name: 'Dundee' },
  { slug: 'glasgow', name: 'Glasgow' },
];

test('leading pages come first in their own order, the others by name, and an unknown slug is ignored', () => {
  const ordered = sortPages(PAGES, ['glasgow', 'edinburgh', 'dundee'], (page) => page);
  expect(ordered.map(({ slug }) => slug)).toEqual(['glasgow', 'dundee', 'ayr', 'perth']);
});
