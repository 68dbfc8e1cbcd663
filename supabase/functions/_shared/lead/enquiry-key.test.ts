import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { enquiryLink, findEnquiryKey, hashEnquiryKey, newEnquiryKey } from './enquiry-key.ts';

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

const KEY = `aZ09-_${'k'.repeat(37)}`;
const LINK = enquiryLink('https://house-buyer.example', KEY);

test.each([
  ['as it was sent', LINK],
  ['with # encoded', LINK.replace('#', '%23')],
  ['with # encoded twice', LINK.replace('#', '%2523')],
  ['all of it encoded', encodeURIComponent(LINK)],
  ['with ? in place of #', LINK.replace('#', '?')],
  ['to a file', LINK.replace('#', '.html#')],
  ['in capitals', LINK.replace('your-enquiry#k', 'YOUR-ENQUIRY#K')],
  ['in quoted-printable text', LINK.replace('k=', 'k=3D')],
  ['with a soft line break', LINK.replace('kkk', 'k=\r\nkk')],
  ['with a line break', LINK.replace('kkk', 'k\nkk')],
  ['with a space in it', LINK.replace('kkk', 'k kk')],
  ['with an encoded space in it', LINK.replace('kkk', 'k%20kk')],
  ...['.', ')', '>', ',', ';', "'", '"', ' ', '\n', '%20', '&amp;', '&utm_source=x', '/', '…', '”'].map(
    (suffix): [string, string] => [`followed by ${JSON.stringify(suffix)}`, LINK + suffix],
  ),
  ['in a sentence', `Here it is: <${LINK}> Thank you.`],
])('the key is found in a link %s', (_how, link) => {
  expect(findEnquiryKey(link)).toEqual({ key: KEY, isErase: false });
});

test.each(['&erase', '&amp;erase', '&erase.', '%26erase', '&erase&utm_source=x', '.&erase'])(
  'a link that ends in %s leads to the step in which everything can be erased',
  (suffix) => {
    expect(findEnquiryKey(LINK + suffix)).toEqual({ key: KEY, isErase: true });
  },
);

test('a key that begins like an encoded equals sign is found whole', () => {
  const key = `3D${'k'.repeat(41)}`;
  expect(findEnquiryKey(enquiryLink('https://house-buyer.example', key))?.key).toBe(key);
});

test.each(['', 'https://house-buyer.example/your-enquiry', LINK.slice(0, -1), '#k=', '%', 'k=%E0%A4%A'])(
  'no key is found in “%s”',
  (text) => {
    expect(findEnquiryKey(text)).toBeUndefined();
  },
);
