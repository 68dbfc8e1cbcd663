import { canonicalPath } from './canonical-url.ts';

/** Pixels: what every network shows without cutting. */
export const SHARE_IMAGE = { width: 1200, height: 630 };

/** The path of the picture that a shared link to the page shows. */
export function shareImagePath(pathname: string): string {
  const path = canonicalPath(pathname);
  return `/og${path === '/' ? '/home' : path}.png`;
}
