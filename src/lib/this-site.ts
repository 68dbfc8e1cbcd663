import {
  PUBLIC_SITE_ADDRESS,
  PUBLIC_SITE_AGENCY_CREDIT,
  PUBLIC_SITE_BRAND,
  PUBLIC_SITE_EMAIL,
  PUBLIC_SITE_HOURS,
  PUBLIC_SITE_LEGAL_NAME,
  PUBLIC_SITE_MESSAGING_NUMBER,
  PUBLIC_SITE_PHONE,
  PUBLIC_SITE_REGISTRATION,
} from 'astro:env/client';
import { createSite } from '../site.ts';

/**
 * The business's details as configured for this build. Islands do not import this: they get what they need as
 * props, so that a unit test can render them.
 */
export const site = createSite({
  brand: PUBLIC_SITE_BRAND,
  legalName: PUBLIC_SITE_LEGAL_NAME,
  phone: PUBLIC_SITE_PHONE,
  messagingNumber: PUBLIC_SITE_MESSAGING_NUMBER,
  email: PUBLIC_SITE_EMAIL,
  address: PUBLIC_SITE_ADDRESS,
  registration: PUBLIC_SITE_REGISTRATION,
  hours: PUBLIC_SITE_HOURS,
  agencyCredit: PUBLIC_SITE_AGENCY_CREDIT,
});

/** The site's public URL. */
export const siteUrl = new URL(import.meta.env.SITE);
