import { expect, test } from 'vitest';
import { referenceOf } from './reference.ts';

test('a reference is the first eight digits of the submission id, in capitals, with a hyphen', () => {
  expect(referenceOf('7f3a91c2-5e0b-8c1d-9a2f-0123456789ab')).toBe('7F3A-91C2');
});
