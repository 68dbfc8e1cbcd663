/**
 * Whether the visitor followed a link or entered the URL. False after a reload or a step back or forward: the browser
 * then restores the scroll position and the form fields.
 */
export function isFreshVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}
