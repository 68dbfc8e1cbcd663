/**
 * The speculation rules: prefetch a page when the visitor hovers over or presses a link to it. Each page's Content
 * Security Policy allows this text by its hash, so that a script may add it.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
