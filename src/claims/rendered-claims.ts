/** The ids of the claims in rendered HTML, each once. */
export function claimIdsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(/ data-claim="([^"]+)"/g), ([, id = '']) => id))];
}
