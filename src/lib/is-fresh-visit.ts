/**
 * Whether the visitor followed a link or entered the URL. False after a reload or a step back or forward: the browser
 * then restores the scroll position and the form fields.
 */
export const isFreshVisit = (): boolean => typeOfVisit() === 'navigate';

/** Whether the visitor has reloaded the page. */
export const isReload = (): boolean => typeOfVisit() === 'reload';

function typeOfVisit(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type;
}
