import type { Service } from 'schema-dts';
import { businessId, type AreaServed } from './business.ts';

type Options = { name: string; description: string; siteUrl: URL; areaServed: AreaServed };

/**
 * The structured data of our service: buying homes for cash in an area.
 *
 * @see https://schema.org/Service
 */
export function cashPurchase({ name, description, siteUrl, areaServed }: Options): Service {
  return {
    '@type': 'Service',
    name,
    description,
    serviceType: 'House buying',
    provider: { '@id': businessId(siteUrl) },
    areaServed,
  };
}
