/** Prefetches a page when the visitor hovers over or presses a link to it. The Content Security Policy has the hash of this text. */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
