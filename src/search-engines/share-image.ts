import { canonicalPath } from './canonical-url.ts';

/** In pixels. Every social network shows this shape uncropped. */
export const SHARE_IMAGE = { width: 1200, height: 630 };

/** The path of the picture that a shared link to a page shows. */
export function shareImagePath(pathname: string): string {
  const path = canonicalPath(pathname);
  return `/og${path === '/' ? '/home' : path}.png`;
}
