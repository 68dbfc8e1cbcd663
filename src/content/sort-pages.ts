/**
 * Sorts pages: those in `leading` first, in that order, then the others by name.
 *
 * @param leading slugs; one that matches no page is ignored
 */
export function sortPages<Item>(
  items: readonly Item[],
  leading: readonly string[],
  describe: (item: Item) => { slug: string; name: string },
): Item[] {
  const rank = (slug: string) => (leading.includes(slug) ? leading.indexOf(slug) : leading.length);
  return items.toSorted((a, b) => {
    const [first, second] = [describe(a), describe(b)];
    return rank(first.slug) - rank(second.slug) || first.name.localeCompare(second.name, 'en-GB');
  });
}
