/**
 * The speculation rules: prefetch a page when the visitor hovers over or presses a link to it. The
 * Content-Security-Policy allows this text by its hash.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
