import { expect, test } from 'vitest';
import { messagingHref, telHref } from './phone.ts';

test.each([
  ['0131 496 0123', 'tel:01314960123'],
  ['+44 131 496 0123', 'tel:+441314960123'],
])('a telephone link to %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each(['07700 900123', '07700-900-123', '+44 7700 900123'])(
  'the messaging link to %s is international, without the leading zero',
  (phone) => {
    expect(messagingHref(phone, 'Hello & good day')).toBe(
      'https://wa.me/447700900123?text=Hello%20%26%20good%20day',
    );
  },
);
