import { lazy } from 'react';

/** The chunks that the first screen does not need, so they are loaded later. */
const LOADS = {
  lead: () => import('../lead/LeadPage.tsx'),
  bulk: () => import('../lead/BulkChange.tsx'),
  account: () => import('../account/AccountPage.tsx'),
  funnel: () => import('../funnel/FunnelPage.tsx'),
  people: () => import('../owner/PeoplePage.tsx'),
  person: () => import('../owner/PersonPage.tsx'),
  shortcuts: () => import('./ShortcutsSheet.tsx'),
  toasts: () => import('../ui/Toasts.tsx'),
  link: () => import('../sign-in/OneTimeLink.tsx'),
  signIn: () => import('../sign-in/SignInPage.tsx'),
  locked: () => import('../sign-in/Locked.tsx'),
};

export const LeadPage = lazy(async () => ({ default: (await LOADS.lead()).LeadPage }));
export const BulkChange = lazy(async () => ({ default: (await LOADS.bulk()).BulkChange }));
export const AccountPage = lazy(async () => ({ default: (await LOADS.account()).AccountPage }));
export const FunnelPage = lazy(async () => ({ default: (await LOADS.funnel()).FunnelPage }));
export const PeoplePage = lazy(async () => ({ default: (await LOADS.people()).PeoplePage }));
export const PersonPage = lazy(async () => ({ default: (await LOADS.person()).PersonPage }));
/** Only for owners, and large, so each of these two is loaded when one opens it. */
export const SettingsPage = lazy(async () => ({
  default: (await import('../settings/SettingsPage.tsx')).SettingsPage,
}));
export const SitePage = lazy(async () => ({ default: (await import('../site/SitePage.tsx')).SitePage }));
export const ShortcutsSheet = lazy(async () => ({ default: (await LOADS.shortcuts()).ShortcutsSheet }));
export const Toasts = lazy(async () => ({ default: (await LOADS.toasts()).Toasts }));
export const OneTimeLink = lazy(async () => ({ default: (await LOADS.link()).OneTimeLink }));
export const SignInPage = lazy(async () => ({ default: (await LOADS.signIn()).SignInPage }));
export const SignInRoute = lazy(async () => ({ default: (await LOADS.signIn()).SignInRoute }));
export const Locked = lazy(async () => ({ default: (await LOADS.locked()).Locked }));

/** Call it once the first list is shown. Loads all these chunks, so that their pages open at once, even offline. */
export function loadTheRest(): void {
  for (const load of Object.values(LOADS)) load().catch(() => undefined);
}
