import { expect, test } from 'vitest';
import { canonicalPath, canonicalUrl } from './canonical-url.ts';

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/glasgow', '/glasgow'],
  ['/glasgow/', '/glasgow'],
  ['/glasgow.html', '/glasgow'],
  ['/blog/index.html', '/blog'],
  ['/blog/broken-property-chain-guide.html', '/blog/broken-property-chain-guide'],
])('the canonical path of %s is %s', (pathname, path) => {
  expect(canonicalPath(pathname)).toBe(path);
});

test('a canonical URL is absolute and has no trailing slash', () => {
  expect(canonicalUrl('/blog/', new URL('https://example.com'))).toBe('https://example.com/blog');
});
