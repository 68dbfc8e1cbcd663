import type { LocalBusiness, OpeningHoursSpecification } from 'schema-dts';
import { IS_RATING_MARKED_UP, PRICE_RANGE, type SiteDetails } from '../../site.ts';
import type { ResolvedText } from '../../claims/claim-references.ts';
import { parseOpeningHours } from '../../lib/opening-hours.ts';
import { aggregateRating } from './rating.ts';

type Business = Exclude<LocalBusiness, string>;

export type AreaServed = { '@type': 'City' | 'Country'; name: string };

type Options = {
  site: SiteDetails;
  siteUrl: URL;
  /** The area that the page is about. */
  areaServed: AreaServed;
  /** The text with the page's star rating. Ignored unless `isRatingMarkedUp`. */
  ratingText?: ResolvedText | undefined;
  isRatingMarkedUp?: boolean;
};

/** The `@id` by which a page's other structured data refers to the business. */
export const businessId = (siteUrl: URL): string => new URL('/#business', siteUrl).href;

/**
 * The structured data of the business. The type is not `RealEstateAgent`, because an estate agent sells homes for
 * others, while this business buys them.
 *
 * @see https://schema.org/LocalBusiness
 */
export function localBusiness(options: Options): Business {
  const { site, siteUrl, areaServed, ratingText, isRatingMarkedUp = IS_RATING_MARKED_UP } = options;
  const rating = isRatingMarkedUp && ratingText ? aggregateRating(ratingText) : undefined;
  return {
    '@type': 'LocalBusiness',
    '@id': businessId(siteUrl),
    name: site.brand,
    legalName: site.legalName,
    url: siteUrl.href,
    telephone: site.phone,
    email: site.email,
    address: site.address,
    areaServed,
    openingHoursSpecification: parseOpeningHours(site.hours).map(
      ({ days, opens, closes }): OpeningHoursSpecification => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map((day) => `https://schema.org/${day}` as const),
        opens,
        closes,
      }),
    ),
    priceRange: PRICE_RANGE,
    ...(rating && { aggregateRating: rating }),
  };
}
