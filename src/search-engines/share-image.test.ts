import { expect, test } from 'vitest';
import { shareImagePath } from './share-image.ts';

test.each([
  ['/index.html', '/og/home.png'],
  ['/glasgow', '/og/glasgow.png'],
  ['/blog/a-guide.html', '/og/blog/a-guide.png'],
])('the Open Graph image of %s is %s', (pathname, image) => {
  expect(shareImagePath(pathname)).toBe(image);
});
