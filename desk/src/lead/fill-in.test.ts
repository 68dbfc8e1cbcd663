import { expect, test } from 'vitest';
import { fillIn } from './fill-in.ts';

const REPLY =
  'Hello {first name},\n\nwe have your papers.\nYour reference is {reference}.\n{first name}, ring us.';

test.each([
  ['Mairi O’Hara-Smith', 'Hello Mairi,'],
  ['Anne-Marie', 'Hello Anne-Marie,'],
  ['Zoë  Bell', 'Hello Zoë,'],
  ['', 'Hello,'],
  ['   ', 'Hello,'],
  ['J. Smith', 'Hello,'],
  ['Mrs Smith', 'Hello,'],
  ['0131 496 0000', 'Hello,'],
  ['$& $1', 'Hello,'],
  ['<b>Ann</b>', 'Hello,'],
])('the seller %j is addressed with %j', (name, hello) => {
  const [first, , , reference, last] = fillIn(REPLY, { name, reference: '7F3A-91C2' }).split('\n');
  expect([first, reference]).toEqual([hello, 'Your reference is 7F3A-91C2.']);
  expect(last).toMatch(hello === 'Hello,' ? /^ring us\.$/ : /^\S+, ring us\.$/);
});

test('without a reference, its line is left out', () => {
  expect(fillIn(REPLY, { name: 'Ann Bell', reference: null })).toBe(
    'Hello Ann,\n\nwe have your papers.\nAnn, ring us.',
  );
});
