import { describe, expect, test } from 'vitest';
import { characterCount, tidyLine, tidyText } from './text.ts';

const CONTROL_CHARACTERS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => /[^\t\n\r\u0020-\u007e]/.test(character),
);
const INVISIBLE = Array.from(
  '\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
);

describe('tidyText', () => {
  test.each([...CONTROL_CHARACTERS, ...INVISIBLE])('removes %j everywhere', (character) => {
    expect(tidyText(`${character}a${character}b${character}`)).toBe('ab');
  });

  test.each([
    ['keeps line breaks and tabs inside', 'a\n\n\tb', 'a\n\n\tb'],
    ['writes every line break as \\n', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['trims what String.prototype.trim trims', '\u00a0\u2003\u3000\ufeff a \u2028\u2029\n', 'a'],
    ['trims spaces next to invisible characters', '\u200b \u202a a \u202c \u200b', 'a'],
    ['composes accents', 'e\u0301', '\u00e9'],
    ['composes accents that an invisible character separated', 'e\u200b\u0301', '\u00e9'],
    ['keeps joiners, which make one emoji of several', '👩‍👧', '👩‍👧'],
    ['keeps spaces inside', 'a  b', 'a  b'],
    ['keeps a soft hyphen inside', 'a\u00adb', 'a\u00adb'],
    ['returns nothing for soft hyphens only', '\u00ad\u00ad', ''],
    ['returns nothing for word joiners only', '\u2060', ''],
    ['returns nothing for Hangul fillers only', '\u3164 \u115f', ''],
    ['returns nothing for tag characters only', '\u{e0061}\u{e0062}', ''],
    ['returns nothing for an empty Braille pattern', '\u2800', ''],
  ])('%s', (_what, text, expected) => {
    expect(tidyText(text)).toBe(expected);
    expect(tidyText(expected)).toBe(expected);
  });
});

describe('tidyLine', () => {
  test.each([
    ['a\r\nb', 'a b'],
    ['a\n\n\t\nb', 'a b'],
    ['a\u2028b\u2029c', 'a b c'],
    ['\n a \t', 'a'],
  ])('%j becomes the one line %j', (text, expected) => {
    expect(tidyLine(text)).toBe(expected);
  });
});

describe('characterCount', () => {
  test.each([
    ['', 0],
    ['é', 1],
    ['🏠', 1],
    ['👩‍👧', 3],
  ])('%j has %i code points', (text, count) => {
    expect(characterCount(text)).toBe(count);
  });
});
