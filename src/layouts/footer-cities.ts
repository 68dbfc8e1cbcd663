/** The footer is on every page, so its list has to stay short. */
const MAX_CITIES = 12;

/**
 * The cities that a page's footer links to: all of them up to `MAX_CITIES`. Beyond that, the leading ones and
 * the alphabetical neighbours of the page's own city, so that a page does not grow with the number of cities
 * and every city can still be reached by links.
 *
 * @param cities sorted: the leading ones first, the others by name
 * @param leading the slugs of the cities that every footer lists
 * @param currentSlug the slug of the page, whether it is a city or not
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
