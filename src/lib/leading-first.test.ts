import { expect, test } from 'vitest';
import { leadingFirst } from './leading-first.ts';

const PAGES = [
  { slug: 'perth', name: 'Perth' },
  { slug: 'ayr', name: 'Ayr' },
  { slug: 'dundee', name: 'Dundee' },
  { slug: 'glasgow', name: 'Glasgow' },
];

test('some lead in their own order, the others follow by name, and one that is missing is passed over', () => {
  const ordered = leadingFirst(PAGES, ['glasgow', 'edinburgh', 'dundee'], (page) => page);
  expect(ordered.map(({ slug }) => slug)).toEqual(['glasgow', 'dundee', 'ayr', 'perth']);
});
