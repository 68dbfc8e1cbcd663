import type { Service } from 'schema-dts';
import { businessId } from './business.ts';

type Options = {
  /** What the page calls it: its heading. */
  name: string;
  description: string;
  siteUrl: URL;
  areaServed: { type: 'City' | 'Country'; name: string };
};

/**
 * Buying a home for cash, in the area that a page is about.
 * @see https://schema.org/Service
 */
export function cashPurchase({ name, description, siteUrl, areaServed }: Options): Service {
  return {
    '@type': 'Service',
    name,
    description,
    serviceType: 'House buying',
    provider: { '@id': businessId(siteUrl) },
    areaServed: { '@type': areaServed.type, name: areaServed.name },
  };
}
