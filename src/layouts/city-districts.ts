type City = { slug: string; areas: { items: readonly { postcode: string }[] } };

/**
 * Lists each city that is not a leading one with its postcode districts, such as "paisley PA1 PA2;perth PH1". The hint below
 * the form's postcode field reads it. A district belongs to the first city whose areas name it, so no page grows with every
 * new city, and the leading cities keep theirs.
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
