import { originOf } from '#lead/origin.ts';

/**
 * The origin of a lead that is sent from this page: the page's path and the UTM parameters of the visit. Nothing is
 * stored: the first URL of the visit is in the tab's history. Without the Navigation API, only this page's URL and the
 * referrer are used.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Navigation/entries
 */
export function originOfVisit(): string {
  const [first] = 'navigation' in window ? window.navigation.entries() : [];
  const { referrer } = document;
  const previous = referrer.startsWith(`${location.origin}/`) ? referrer : '';
  return originOf(location.pathname, [first?.url ?? '', location.href, previous]);
}
