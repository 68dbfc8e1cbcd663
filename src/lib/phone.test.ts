import { expect, test } from 'vitest';
import { telHref, whatsAppHref } from './phone.ts';

test.each([
  ['0131 496 0123', 'tel:01314960123'],
  ['+44 131 496 0123', 'tel:+441314960123'],
])('the telephone link for %s is %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each(['07700 900123', '07700-900-123', '+44 7700 900123'])(
  'the WhatsApp link for %s has the international number without the leading zero',
  (phone) => {
    expect(whatsAppHref(phone, 'Hello & good day')).toBe(
      'https://wa.me/447700900123?text=Hello%20%26%20good%20day',
    );
  },
);

test.each([
  ['07700 900123', '447700900123'],
  ['+44 7700 900123', '447700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['0044 7700 900123', '447700900123'],
  ['+49 30 123456', '4930123456'],
  ['0049 30 123456', '4930123456'],
])('the WhatsApp link of %s is wa.me/%s', (phone, number) => {
  expect(whatsAppHref(phone)).toBe(`https://wa.me/${number}`);
});
