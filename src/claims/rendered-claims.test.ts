import { expect, test } from 'vitest';
import { idsWithoutNote } from './rendered-claims.ts';

test('a figure that is shown twice is listed once, and one with its note is not listed', () => {
  const html =
    'From <span data-claim="a">1</span> to <span data-claim="b">2</span>, never <span data-claim="a">1</span>' +
    '<p data-claim-note="b">2: but</p>';
  expect(idsWithoutNote(html)).toEqual(['a']);
});
