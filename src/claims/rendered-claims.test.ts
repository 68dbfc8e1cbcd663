import { expect, test } from 'vitest';
import { claimIdsIn } from './rendered-claims.ts';

test('claimIdsIn lists a figure only once, even if it is shown twice', () => {
  const html =
    'From <span data-claim="a">1</span> to <b data-claim="b">2</b>, not <span data-claim="a">1</span>';
  expect(claimIdsIn(html)).toEqual(['a', 'b']);
});
