import { expect, test } from 'vitest';
import { whatsAppLinkOf } from './whatsapp-link.ts';

test.each([
  ['07700 900123', '447700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['07700900123 after 6', '447700900123'],
  ['+353 87 123 4567', '353871234567'],
  ['0049 151 12345678', '4915112345678'],
  // A number of the United States does not show whether it is a mobile one.
  ['+1 212 555 0123', '12125550123'],
  ['0131 496 0123 ext 12', undefined],
  ['+44 (0)20 7946 0123', undefined],
  ['0303 123 4567', undefined],
  ['0800 1111', undefined],
  ['+353 1 234 5678', undefined],
  ['+49 (0)30 123456', undefined],
  ['0033 1 23 45 67 89', undefined],
  ['abcdefghij', undefined],
])('the WhatsApp link of %s is that of %s', (typed, number) => {
  expect(whatsAppLinkOf(typed)).toBe(number ? `https://wa.me/${number}` : null);
});
