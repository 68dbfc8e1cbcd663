/** As many cities as a footer can list and still be a footer: every page carries it. */
const MAX_CITIES = 12;

/**
 * The cities that a page's footer leads to: all of them while they are few. Of many, the leading ones and
 * those around the page's own city by name, so that each page weighs the same however many there are, and
 * every city can be reached from its neighbours.
 *
 * @param cities the leading ones first, the others by name
 * @param currentSlug the city of this page, if it is one
 */
export function footerCities<City extends { slug: string }>(
  cities: readonly City[],
  leading: readonly string[],
  currentSlug: string,
): City[] {
  if (cities.length <= MAX_CITIES) return [...cities];
  const others = cities.filter(({ slug }) => !leading.includes(slug));
  const leaders = cities.filter(({ slug }) => leading.includes(slug));
  const room = MAX_CITIES - leaders.length;
  const current = others.findIndex(({ slug }) => slug === currentSlug);
  const start = Math.max(0, Math.min(current - Math.floor(room / 2), others.length - room));
  return [...leaders, ...others.slice(start, start + room)];
}
