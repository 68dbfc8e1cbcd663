import { expect, test } from 'vitest';
import { idsWithoutNote } from './rendered-claims.ts';

test('a figure that is shown twice needs one note, and one that has its note needs none', () => {
  const html =
    'From <span data-claim="a">1</span> to <span data-claim="b">2</span>, never <span data-claim="a">1</span>' +
    '<p data-claim-note="b">2: but</p>';
  expect(idsWithoutNote(html)).toEqual(['a']);
});
