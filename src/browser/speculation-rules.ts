/**
 * The speculation rules: prerender a page when the visitor hovers over or presses a link to it. Each page's Content
 * Security Policy allows this text by its hash, so that a script may add it.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
