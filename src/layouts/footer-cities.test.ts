import { describe, expect, test } from 'vitest';
import { footerCities } from './footer-cities.ts';

/** The leading cities, which every footer lists first. */
const LEADING = ['glasgow', 'edinburgh'];

const leadingAndOthers = (count: number) =>
  [...LEADING, ...Array.from({ length: count }, (_, index) => `town-${String(index).padStart(4, '0')}`)].map(
    (slug) => ({ slug }),
  );

const slugs = (count: number, current: string) =>
  footerCities(leadingAndOthers(count), LEADING, current).map(({ slug }) => slug);

test.each([0, 1, 10])('with %i cities besides the leading ones, a footer lists all of them', (count) => {
  expect(slugs(count, '')).toEqual(leadingAndOthers(count).map(({ slug }) => slug));
});

describe('with a thousand cities', () => {
  test.each([
    ['the first ten of the others, on a page that is not a city', '', 'town-0000', 'town-0009'],
    ['the first ten of the others, on a leading city', 'glasgow', 'town-0000', 'town-0009'],
    ['the ten around the current one, on a city in the middle', 'town-0500', 'town-0495', 'town-0504'],
    ['the first ten of the others, on the first of them', 'town-0000', 'town-0000', 'town-0009'],
    ['the last ten of the others, on the last of them', 'town-0999', 'town-0990', 'town-0999'],
  ])('a footer lists the leading cities and %s', (_what, current, first, last) => {
    const listed = slugs(1000, current);
    expect(listed).toHaveLength(12);
    expect([listed.slice(0, 2), listed[2], listed.at(-1)]).toEqual([LEADING, first, last]);
  });

  test('every one of a thousand cities can be reached by links from the home page', () => {
    const reached = new Set<string>();
    const toVisit = [''];
    for (let page = toVisit.pop(); page !== undefined; page = toVisit.pop()) {
      for (const slug of slugs(1000, page)) {
        if (!reached.has(slug)) toVisit.push(slug);
        reached.add(slug);
      }
    }
    expect(reached.size).toBe(1002);
  });
});
