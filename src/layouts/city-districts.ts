type City = { slug: string; areas: { items: readonly { postcode: string }[] } };

/**
 * The postcode districts in the areas of the cities besides the leading ones, for the hint below the form's postcode: such as
 * "paisley PA1 PA2;perth PH1". Each district is there once at most, so that a page does not grow with the number of cities.
 * The leading cities keep the districts that they name.
 *
 * @param cities sorted: the leading ones first
 */
export function cityDistricts(cities: readonly City[], leading: readonly string[]): string | undefined {
  const taken = new Set<string>();
  const entries = cities.flatMap(({ slug, areas }) => {
    const named = new Set(areas.items.flatMap(({ postcode }) => postcode.split(', ')));
    const own = [...named].filter((district) => !taken.has(district));
    for (const district of own) taken.add(district);
    return leading.includes(slug) || own.length === 0 ? [] : [slug, ...own].join(' ');
  });
  return entries.join(';') || undefined;
}
