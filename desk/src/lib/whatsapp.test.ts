import { expect, test } from 'vitest';
import { whatsappHref } from './whatsapp.ts';

test.each([
  ['07700 900123', '447700900123'],
  ['+44 7700 900123', '447700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['0044 7700 900123', '447700900123'],
  ['+49 30 123456', '4930123456'],
  ['0049 30 123456', '4930123456'],
])('the WhatsApp link of %s is wa.me/%s', (phone, number) => {
  expect(whatsappHref(phone)).toBe(`https://wa.me/${number}`);
});
