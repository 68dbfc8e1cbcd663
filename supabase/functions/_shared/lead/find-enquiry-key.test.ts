import { expect, test } from 'vitest';
import { enquiryLink } from './enquiry-key.ts';
import { findEnquiryKey } from './find-enquiry-key.ts';

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
  ...[
    '.',
    ')',
    '>',
    ',',
    ';',
    "'",
    '"',
    ' ',
    '\n',
    '%20',
    '&amp;',
    '&amp;erase',
    '&utm_source=x',
    '/',
    '…',
    '”',
  ].map((suffix): [string, string] => [`followed by ${JSON.stringify(suffix)}`, LINK + suffix]),
  ['in a sentence', `Here it is: <${LINK}> Thank you.`],
  ['in quoted-printable text, followed by words', `${LINK.replace('k=', 'k=3D')} Thank you.`],
])('the key is found in a link %s', (_how, link) => {
  expect(findEnquiryKey(link)).toBe(KEY);
});

test('a key that begins like an encoded equals sign is found whole', () => {
  const key = `3D${'k'.repeat(41)}`;
  expect(findEnquiryKey(enquiryLink('https://house-buyer.example', key))).toBe(key);
});

test.each(['', 'https://house-buyer.example/your-enquiry', LINK.slice(0, -1), '#k=', '%', 'k=%E0%A4%A'])(
  'no key is found in “%s”',
  (text) => {
    expect(findEnquiryKey(text)).toBeUndefined();
  },
);
