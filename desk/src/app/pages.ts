import { lazy } from 'react';
import { loadClients } from '../api/client.ts';

/** What the first list does not need. */
const LOADS = {
  lead: () => import('../lead/LeadPage.tsx'),
  account: () => import('../account/AccountPage.tsx'),
  funnel: () => import('../funnel/FunnelPage.tsx'),
  person: () => import('../owner/PersonPage.tsx'),
  keys: () => import('./KeysSheet.tsx'),
  toasts: () => import('./Toasts.tsx'),
  link: () => import('../sign-in/OneTimeLink.tsx'),
  signIn: () => import('../sign-in/SignInPage.tsx'),
  locked: () => import('../sign-in/Locked.tsx'),
};

/** The pages also need Supabase's clients, which then arrive beside them. */
async function load<Name extends keyof typeof LOADS>(name: Name) {
  const [page] = await Promise.all([LOADS[name]() as ReturnType<(typeof LOADS)[Name]>, loadClients()]);
  return page;
}

export const LeadPage = lazy(async () => ({ default: (await load('lead')).LeadPage }));
export const AccountPage = lazy(async () => ({ default: (await load('account')).AccountPage }));
export const FunnelPage = lazy(async () => ({ default: (await load('funnel')).FunnelPage }));
export const PersonPage = lazy(async () => ({ default: (await load('person')).PersonPage }));
export const KeysSheet = lazy(async () => ({ default: (await load('keys')).KeysSheet }));
export const Toasts = lazy(async () => ({ default: (await load('toasts')).Toasts }));
export const OneTimeLink = lazy(async () => ({ default: (await load('link')).OneTimeLink }));
export const SignInPage = lazy(async () => ({ default: (await load('signIn')).SignInPage }));
export const SignInRoute = lazy(async () => ({ default: (await load('signIn')).SignInRoute }));
export const Locked = lazy(async () => ({ default: (await load('locked')).Locked }));

/** Loads everything else after the first list, so that it opens at once, also without a connection. */
export function loadTheRest(): void {
  for (const name of Object.keys(LOADS) as (keyof typeof LOADS)[]) load(name).catch(() => undefined);
}
