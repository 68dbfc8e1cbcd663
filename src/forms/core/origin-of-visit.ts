import { originOf } from '#lead/origin.ts';

/**
 * The lead origin (where a lead came from) of a lead that is sent from this page: the page's path and the visit's UTM
 * parameters. No script has to store them, because the first URL of the visit is in the tab's history. Without the
 * Navigation API, only this page's URL and the referrer are used.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Navigation/entries
 */
export function originOfVisit(): string {
  const [first] = 'navigation' in window ? window.navigation.entries() : [];
  const { referrer } = document;
  const previous = referrer.startsWith(`${location.origin}/`) ? referrer : '';
  return originOf(location.pathname, [first?.url ?? '', location.href, previous]);
}
