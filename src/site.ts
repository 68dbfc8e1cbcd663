import type * as z from 'zod';
import type { firmSchema } from './schemas/firm.ts';

/**
 * The details of the business behind the website, which an operator edits first. An environment variable can replace
 * each default (see `.env.example`); `create-site.ts` combines defaults and variables.
 */
export type SiteDetails = z.infer<typeof firmSchema>;

/** On its own, so that scripts of the pages do not load the other defaults with it. */
export const DEFAULT_HOURS = 'Mon–Fri 09:00–18:00, Sat 09:00–14:00';

/** The telephone numbers are from the ranges that Ofcom reserves for drama. They belong to nobody. */
export const DEFAULT_DETAILS = {
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
  icoNumber: '',
  complaintDays: '56',
  hours: DEFAULT_HOURS,
  closedOn: '',
  openOn: '',
  agencyCredit: 'Website by Close & Pend Studio',
};

/** The price range in structured data, from £ to ££££. */
export const PRICE_RANGE = '£££';

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
