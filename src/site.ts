/**
 * The business that the website speaks for: what an operator edits first. Every text can also be
 * replaced from the environment (see `.env.example`); `lib/this-site.ts` puts the two together.
 */
export type SiteDetails = {
  brand: string;
  legalName: string;
  /** As people read it; `lib/phone.ts` makes the links. */
  phone: string;
  messagingNumber: string;
  email: string;
  address: string;
  registration: string;
  /** Written as `lib/opening-hours.ts` reads it. */
  hours: string;
  agencyCredit: string;
};

/** Telephone numbers are from the ranges that Ofcom keeps for drama: they can never ring anybody. */
export const DEFAULT_DETAILS: SiteDetails = {
  brand: 'Gable & Wynd',
  legalName: 'Gable & Wynd Ltd',
  phone: '0131 496 0123',
  messagingNumber: '07700 900123',
  email: 'hello@gable-and-wynd.example',
  address: '12 Lamplighter Wynd, Edinburgh EH1 0ZZ',
  registration: 'Registered in Scotland, company number SC000000',
  hours: 'Mon–Fri 09:00–18:00, Sat 09:00–14:00',
  agencyCredit: 'Website by Close & Pend Studio',
};

/** The defaults, with every detail that is given and not empty in its place. */
export function createSite(overrides: Partial<SiteDetails>): SiteDetails {
  const given = Object.entries(overrides).filter(([, value]) => value.trim() !== '');
  return { ...DEFAULT_DETAILS, ...Object.fromEntries(given) };
}

/** What structured data says of our prices, from £ to ££££. */
export const PRICE_RANGE = '£££';

/**
 * Whether search engines are told the star rating. Off: the pages carry two readings of it (the claims
 * `rating-home` and `rating-city`), and neither is proven yet. Turn it on when one is.
 */
export const IS_RATING_MARKED_UP = false;

export type NavigationLink = { label: string; href: string };

const HOW_IT_WORKS: NavigationLink = { label: 'How It Works', href: '/#how-it-works' };
const WHY_US: NavigationLink = { label: 'Why Choose Us', href: '/#why-us' };
const TESTIMONIALS: NavigationLink = { label: 'Testimonials', href: '/#testimonials' };
const BLOG: NavigationLink = { label: 'Blog', href: '/blog' };

export const VALUATION_LINK: NavigationLink = { label: 'Get Cash Offer', href: '/#valuation-form' };

export const HEADER_LINKS: readonly NavigationLink[] = [
  HOW_IT_WORKS,
  WHY_US,
  TESTIMONIALS,
  { label: 'FAQ', href: '/#faq' },
  BLOG,
];

/** The footer's first group; the others list cities (`lib/footer-cities.ts`) and every legal page. */
export const FOOTER_LINKS: readonly NavigationLink[] = [HOW_IT_WORKS, WHY_US, TESTIMONIALS, BLOG];

/** The pages that come first in the footer, by slug. Those that are not named here follow by name. */
export const LEADING_CITIES = ['glasgow', 'edinburgh', 'aberdeen', 'dundee'];
export const LEADING_LEGAL_PAGES = ['privacy-policy', 'terms-and-conditions', 'cookie-policy'];
