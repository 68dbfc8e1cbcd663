/**
 * The details of the business behind the website, which an operator edits first. An environment variable can replace
 * each default (see `.env.example`); `lib/configured-site.ts` combines defaults and variables.
 */
export type SiteDetails = {
  brand: string;
  legalName: string;
  /** As shown on the pages; `lib/phone.ts` makes the links. */
  phone: string;
  messagingNumber: string;
  email: string;
  address: string;
  registration: string;
  /** Empty until it is set, like the next two. A site with a public address does not build without them. */
  registeredOffice: string;
  /** The redress scheme that the firm belongs to, or `none`. */
  redressScheme: string;
  /** Who supervises the firm under the money laundering rules, or `none`. */
  supervisor: string;
  /** In how many days a complaint has its written answer: at most 56, eight weeks. */
  complaintDays: string;
  /** In the format that `supabase/functions/_shared/calendar/opening-hours.ts` parses. */
  hours: string;
  /** Days on which the firm is closed besides its bank holidays, in the format that `supabase/functions/_shared/calendar/closed-days.ts` parses. */
  closedOn: string;
  /** Bank holidays on which the firm is open, in the same format. */
  openOn: string;
  /** The line that names the site's maker, or `off` for none. */
  agencyCredit: string;
};

/** Eight weeks: by then a redress scheme takes a complaint that the firm has not answered. */
export const MOST_COMPLAINT_DAYS = 56;

/** On its own, so that scripts of the pages do not load the other defaults with it. */
export const DEFAULT_HOURS = 'Mon–Fri 09:00–18:00, Sat 09:00–14:00';

/** The telephone numbers are from the ranges that Ofcom reserves for drama. They belong to nobody. */
export const DEFAULT_DETAILS: SiteDetails = {
  brand: 'Gable & Wynd',
  legalName: 'Gable & Wynd Ltd',
  phone: '0131 496 0123',
  messagingNumber: '07700 900123',
  email: 'hello@gable-and-wynd.example',
  address: '12 Lamplighter Wynd, Edinburgh EH1 0ZZ',
  registration: 'Registered in Scotland, company number SC000000',
  registeredOffice: '',
  redressScheme: '',
  supervisor: '',
  complaintDays: String(MOST_COMPLAINT_DAYS),
  hours: DEFAULT_HOURS,
  closedOn: '',
  openOn: '',
  agencyCredit: 'Website by Close & Pend Studio',
};

export const DETAIL_NAMES = Object.keys(DEFAULT_DETAILS) as (keyof SiteDetails)[];

/** @returns the environment variable that sets a detail: for `messagingNumber`, `PUBLIC_SITE_MESSAGING_NUMBER` */
export function variableOf(detail: keyof SiteDetails): string {
  return `PUBLIC_SITE_${detail.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * The details as the environment variables set them. An empty variable counts as unset.
 *
 * @throws {Error} if the days for an answer to a complaint are not from 1 to 56
 */
export function createSite(environment: Readonly<Record<string, string | undefined>>): SiteDetails {
  const given = DETAIL_NAMES.map((name): [string, string] => [name, environment[variableOf(name)] ?? '']);
  const site = { ...DEFAULT_DETAILS, ...Object.fromEntries(given.filter(([, value]) => value.trim())) };
  const days = Number(site.complaintDays);
  if (!Number.isInteger(days) || days < 1 || days > MOST_COMPLAINT_DAYS) {
    throw new Error(
      `${variableOf('complaintDays')} must be a whole number from 1 to ${MOST_COMPLAINT_DAYS}.`,
    );
  }
  return site;
}

/** The price range in structured data, from £ to ££££. */
export const PRICE_RANGE = '£££';

/**
 * Whether the structured data of the city pages contains their star rating (the figure `rating-city` in
 * `content/claims.yaml`). While that rating is unproven, `npm run launch-check` reports it, and a build for a public
 * address (`SITE_URL`) fails.
 */
export const IS_RATING_MARKED_UP = true;

export type NavigationLink = { label: string; href: string };

const HOW_IT_WORKS: NavigationLink = { label: 'How It Works', href: '/#how-it-works' };
const WHY_US: NavigationLink = { label: 'Why Choose Us', href: '/#why-us' };
/** Pages leave this link out while the home page has no section of testimonials. */
export const TESTIMONIALS: NavigationLink = { label: 'Testimonials', href: '/#testimonials' };
const BLOG: NavigationLink = { label: 'Blog', href: '/blog' };

export const VALUATION_LINK: NavigationLink = { label: 'Get Cash Offer', href: '/#valuation-form' };

export const HEADER_LINKS: readonly NavigationLink[] = [
  HOW_IT_WORKS,
  WHY_US,
  TESTIMONIALS,
  { label: 'FAQ', href: '/#faq' },
  BLOG,
];

/** The footer's first column. The others list cities (`layouts/footer-cities.ts`) and the legal pages. */
export const FOOTER_LINKS: readonly NavigationLink[] = [HOW_IT_WORKS, WHY_US, TESTIMONIALS, BLOG];

/** The slugs of the cities and legal pages that come first in the footer. The others follow by name. */
export const LEADING_CITIES = ['glasgow', 'edinburgh', 'aberdeen', 'dundee'];
export const LEADING_LEGAL_PAGES = ['privacy-policy', 'terms-and-conditions', 'cookie-policy'];
