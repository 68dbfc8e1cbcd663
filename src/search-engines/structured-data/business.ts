import type { LocalBusiness, OpeningHoursSpecification } from 'schema-dts';
import { PRICE_RANGE, type SiteDetails } from '../../site.ts';
import type { ResolvedText } from '../../claims/claim-references.ts';
import { parseDays } from '#calendar/closed-days.ts';
import { hoursInTurn, type OpeningHours } from '#calendar/opening-hours.ts';
import { aggregateRating } from './rating.ts';

type Business = Exclude<LocalBusiness, string>;

export type AreaServed = { '@type': 'City' | 'Country'; name: string };

type Options = {
  site: SiteDetails;
  siteUrl: URL;
  areaServed: AreaServed;
  /** The text with the page's star rating. */
  ratingText?: ResolvedText | undefined;
};

/** The `@id` by which a page's other structured data refers to the business. */
export const businessId = (siteUrl: URL): string => new URL('/#business', siteUrl).href;

/** The hours of one day, in place of those of its weekday. Search engines read 00:00 to 00:00, the default, as closed. */
const hoursOfDay = (day: string, { opens, closes } = { opens: '00:00', closes: '00:00' }) =>
  ({ '@type': 'OpeningHoursSpecification', validFrom: day, validThrough: day, opens, closes }) as const;

/**
 * The days whose hours differ from those of their weekday: days on which the firm is closed, and bank holidays on which
 * it is open.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
function specialDays({ closedOn, openOn }: SiteDetails, hours: readonly OpeningHours[]) {
  const weekdayOf = (day: string) =>
    new Date(day).toLocaleString('en-GB', { timeZone: 'UTC', weekday: 'long' });
  const hoursOn = (day: string) =>
    hours.filter(
      ({ days, from = day, until = day }) =>
        (days as string[]).includes(weekdayOf(day)) && from <= day && day <= until,
    );
  return [
    ...parseDays(closedOn).map((day) => hoursOfDay(day)),
    ...parseDays(openOn).flatMap((day) => hoursOn(day).map((period) => hoursOfDay(day, period))),
  ];
}

/**
 * The structured data of the business. The type is not `RealEstateAgent`, because an estate agent sells homes for
 * others, while this business buys them.
 *
 * @see https://schema.org/LocalBusiness
 */
export function localBusiness(options: Options): Business {
  const { site, siteUrl, areaServed, ratingText } = options;
  const hours = hoursInTurn(site.hours, site.nextHours);
  const special = specialDays(site, hours);
  const rating = ratingText ? aggregateRating(ratingText) : undefined;
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
    openingHoursSpecification: hours.map(
      ({ days, opens, closes, from, until }): OpeningHoursSpecification => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map((day) => `https://schema.org/${day}` as const),
        opens,
        closes,
        ...(from && { validFrom: from }),
        ...(until && { validThrough: until }),
      }),
    ),
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
    priceRange: PRICE_RANGE,
    ...(rating && { aggregateRating: rating }),
  };
}
