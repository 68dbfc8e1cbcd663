import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { enquiryLink, hashEnquiryKey, newEnquiryKey, withoutKeys } from './enquiry-key.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a key is 32 random bytes in base64url, with the hash of its characters', async () => {
  const bytes = vi.spyOn(crypto, 'getRandomValues');
  const { key, hash } = await newEnquiryKey();
  expect(Buffer.from(key, 'base64url')).toEqual(Buffer.from(bytes.mock.results[0]?.value as Uint8Array));
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
});

test('characters that base64url writes differently from base64 are safe in a URL', async () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).fill(0xfb);
    return array;
  });
  const { key } = await newEnquiryKey();
  expect(key).toBe('-_v7'.repeat(10) + '-_s');
});

test('no two keys are the same', async () => {
  expect((await newEnquiryKey()).key).not.toBe((await newEnquiryKey()).key);
});

test('the hash is 64 lower-case hexadecimal digits, leading zeros included', async () => {
  for (let number = 0; number < 300; number += 1)
    expect(await hashEnquiryKey(String(number))).toBe(
      createHash('sha256').update(String(number)).digest('hex'),
    );
});

test.each(['https://house-buyer.example', 'https://house-buyer.example/'])('the link on %s', (siteUrl) => {
  expect(enquiryLink(siteUrl, 'a-key')).toBe('https://house-buyer.example/your-enquiry#k=a-key');
});

const KEY = 'Kq3'.repeat(14) + 'K';
const LINK = enquiryLink('https://house-buyer.example', KEY);
const NO_LINK = '(a link, which is only on your page)';

test.each([
  [
    'at the end of a line',
    `> Open your page: ${LINK}\n\nThanks, bye`,
    `> Open your page: ${NO_LINK}\n\nThanks, bye`,
  ],
  ['before the next quoted line', `> ${LINK}\r\n> Your home`, `> ${NO_LINK}\r\n> Your home`],
  [
    'that is broken into lines',
    `> ${LINK.slice(0, -20)}\n> ${LINK.slice(-20)}\nTomorrow at six`,
    `> ${NO_LINK}\nTomorrow at six`,
  ],
  ['in brackets, without spaces', `here<${LINK}>there`, `here<${NO_LINK}>there`],
  [
    'behind another program’s',
    `https://safe.example/?u=${encodeURIComponent(LINK)}&d=1 Bye`,
    `${NO_LINK} Bye`,
  ],
  ['encoded twice', `${encodeURIComponent(encodeURIComponent(LINK))}.`, NO_LINK],
])('a link %s is taken out of a text, and no word', (_where, text, expected) => {
  expect(withoutKeys(text)).toBe(expected);
});
