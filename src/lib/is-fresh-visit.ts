/**
 * Whether the visitor came by a link or an address. It is false after going back or reloading: the browser then
 * restores the scroll position and the contents of the forms.
 */
export function isFreshVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}
