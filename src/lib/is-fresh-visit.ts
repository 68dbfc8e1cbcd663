/**
 * Whether the visitor came by a link or an address. After going back or reloading, the browser restores the scroll
 * position and what stood in the forms.
 */
export function isFreshVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}
