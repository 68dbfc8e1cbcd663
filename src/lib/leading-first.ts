/**
 * Puts a list in the order in which visitors read it: some pages lead, in their own order, and the others
 * follow by name.
 *
 * @param leading the slugs of the pages that lead; one that there is not is passed over
 */
export function leadingFirst<Item>(
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
