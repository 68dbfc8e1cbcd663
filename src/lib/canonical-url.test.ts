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
])('%s is known as %s', (pathname, path) => {
  expect(canonicalPath(pathname)).toBe(path);
});

test('an address has the site before it and no slash at its end', () => {
  expect(canonicalUrl('/blog/', new URL('https://example.com'))).toBe('https://example.com/blog');
});
