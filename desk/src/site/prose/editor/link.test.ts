import { expect, test } from 'vitest';
import { readLink } from './link.ts';

test.each([
  ['https://www.ros.gov.uk/a?b=c#d', 'https://www.ros.gov.uk/a?b=c#d'],
  ['HTTP://EXAMPLE.COM', 'HTTP://EXAMPLE.COM'],
  [' www.ros.gov.uk ', 'https://www.ros.gov.uk'],
  ['gov.uk/land', 'https://gov.uk/land'],
  ['ann@example.com', 'mailto:ann@example.com'],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ['0131 496 0000', 'tel:01314960000'],
  ['+44 (131) 496-0000', 'tel:+441314960000'],
  ['tel:+441314960000', 'tel:+441314960000'],
  ['/glasgow', '/glasgow'],
  ['/blog/a#calculator', '/blog/a#calculator'],
  ['#checker', '#checker'],
])('%j goes to %j', (typed, href) => expect(readLink(typed)).toBe(href));

test.each([
  '',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https://',
  'https://a b',
  'some words',
  'glasgow',
])('%j is refused', (typed) => expect(readLink(typed)).toBeUndefined());
