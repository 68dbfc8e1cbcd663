/** The page behind a link that somebody points at or begins to press. The pages' policy names this text by its hash. */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
