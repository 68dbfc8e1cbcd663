export function claimIdsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(/ data-claim="([^"]+)"/g), ([, id = '']) => id))];
}
