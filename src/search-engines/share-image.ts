import { canonicalPath } from './canonical-url.ts';

/** The size in pixels. Every social network shows this shape uncropped. */
export const SHARE_IMAGE = { width: 1200, height: 630 };

/** The path of a page's Open Graph image, which social networks show for a shared link. */
export function shareImagePath(pathname: string): string {
  const path = canonicalPath(pathname);
  return `/og${path === '/' ? '/home' : path}.png`;
}
