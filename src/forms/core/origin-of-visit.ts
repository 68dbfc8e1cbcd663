import { originOf } from '#lead/origin.ts';

/**
 * The origin of a lead that is sent now. Nothing is stored for it: the tab's own history has the address with which the
 * visit began. Browsers without the Navigation API know this page and the one before it.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Navigation/entries
 */
export function originOfVisit(): string {
  const [first] = 'navigation' in window ? window.navigation.entries() : [];
  const { referrer } = document;
  const previous = referrer.startsWith(`${location.origin}/`) ? referrer : '';
  return originOf(location.pathname, [first?.url ?? '', location.href, previous]);
}
