import { describe, expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '../../site.ts';
import type { Claim } from '../../claims/claim-schema.ts';
import { article } from './article.ts';
import { breadcrumbList } from './breadcrumb-list.ts';
import { businessId, localBusiness } from './business.ts';
import { faqPage } from './faq-page.ts';
import { aggregateRating } from './rating.ts';
import { cashPurchase } from './service.ts';

const siteUrl = new URL('https://example.com');
const areaServed = { '@type': 'City', name: 'Glasgow' } as const;
const business = { site: DEFAULT_DETAILS, siteUrl, areaServed };

const RATING = { id: 'rating-city', text: '4.8 out of 5 from 127 reviews' } as Claim;
const FIGURE = { id: 'a', text: '14–21 days', note: 'For simple homes.' } as Claim;

const THINGS = {
  business: localBusiness({ ...business, ratingText: ['Ours is ', RATING, '.'] }),
  service: cashPurchase({ name: 'Cash for homes', description: 'We buy.', siteUrl, areaServed }),
  breadcrumb: breadcrumbList(
    [
      { label: 'Home', href: '/' },
      { label: 'Glasgow', href: '/glasgow' },
    ],
    siteUrl,
  ),
  questions: faqPage([{ question: 'How soon?', answer: ['In ', FIGURE, '.'] }]),
  article: article({
    title: 'A guide',
    description: 'About selling.',
    publishedOn: new Date('2024-01-25'),
    updatedOn: new Date('2026-11-20'),
    readingMinutes: 9,
    path: '/blog/a-guide',
    site: DEFAULT_DETAILS,
    siteUrl,
  }),
};

describe('localBusiness', () => {
  test('the business has the details of the site', () => {
    expect(THINGS.business).toMatchObject({
      '@type': 'LocalBusiness',
      name: DEFAULT_DETAILS.brand,
      telephone: DEFAULT_DETAILS.phone,
      address: DEFAULT_DETAILS.address,
      areaServed: { '@type': 'City', name: 'Glasgow' },
      priceRange: '£££',
      openingHoursSpecification: [
        { opens: '09:00', closes: '18:00' },
        { opens: '09:00', closes: '14:00', dayOfWeek: ['https://schema.org/Saturday'] },
      ],
    });
  });

  test('days on which the firm is closed have special hours, and so have bank holidays on which it is open', () => {
    expect(localBusiness(business)).not.toHaveProperty('specialOpeningHoursSpecification');
    // The first bank holiday is a Monday, and the second a Sunday, on which the firm is closed anyway.
    const site = { ...DEFAULT_DETAILS, closedOn: '2026-12-24', openOn: '2026-11-30, 2027-12-26' };
    expect(localBusiness({ ...business, site })).toMatchObject({
      specialOpeningHoursSpecification: [
        { validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '00:00', closes: '00:00' },
        { validFrom: '2026-11-30', validThrough: '2026-11-30', opens: '09:00', closes: '18:00' },
      ],
    });
  });

  test('new opening hours are valid from their first day, and the former ones until then', () => {
    const nextHours = { from: '2026-12-07', hours: 'Mon 10:00–16:00' };
    const site = {
      ...DEFAULT_DETAILS,
      hours: 'Mon 09:00–18:00',
      nextHours,
      openOn: '2026-11-30, 2026-12-28',
    };
    expect(localBusiness({ ...business, site })).toMatchObject({
      openingHoursSpecification: [
        { opens: '09:00', closes: '18:00', validThrough: '2026-12-06' },
        { opens: '10:00', closes: '16:00', validFrom: '2026-12-07' },
      ],
      specialOpeningHoursSpecification: [
        { validFrom: '2026-11-30', opens: '09:00', closes: '18:00' },
        { validFrom: '2026-12-28', opens: '10:00', closes: '16:00' },
      ],
    });
  });

  test('a bank holiday on which the firm is open has both periods of a weekday with a break', () => {
    const hours = 'Mon–Fri 09:00–12:00, Mon–Fri 13:00–17:00';
    const site = { ...DEFAULT_DETAILS, hours, openOn: '2026-11-30' };
    expect(localBusiness({ ...business, site })).toMatchObject({
      specialOpeningHoursSpecification: [
        { validFrom: '2026-11-30', opens: '09:00', closes: '12:00' },
        { validFrom: '2026-11-30', opens: '13:00', closes: '17:00' },
      ],
    });
  });

  test('the business has a rating only on a page that states one', () => {
    expect(localBusiness(business)).not.toHaveProperty('aggregateRating');
    expect(THINGS.business).toMatchObject({ aggregateRating: { ratingValue: 4.8, reviewCount: 127 } });
  });

  test('the business is the provider of the service', () => {
    expect(THINGS.service).toMatchObject({ provider: { '@id': businessId(siteUrl) } });
  });
});

test('a breadcrumb counts from 1 and has absolute URLs', () => {
  expect(THINGS.breadcrumb.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.com/' },
    { '@type': 'ListItem', position: 2, name: 'Glasgow', item: 'https://example.com/glasgow' },
  ]);
});

test('an FAQ answer contains the note of its figure', () => {
  expect(THINGS.questions.mainEntity).toMatchObject([
    { name: 'How soon?', acceptedAnswer: { text: 'In 14–21 days (For simple homes).' } },
  ]);
});

test('an article has the properties that search engines ask for', () => {
  expect(THINGS.article).toMatchObject({
    headline: 'A guide',
    image: 'https://example.com/og/blog/a-guide.png',
    datePublished: '2024-01-25',
    dateModified: '2026-11-20',
    timeRequired: 'PT9M',
    author: { '@type': 'Organization', name: DEFAULT_DETAILS.brand },
  });
});

describe('aggregateRating', () => {
  const ratingIn = (text: string) => aggregateRating(['Ours is ', { ...RATING, text }, '.']);

  test.each([
    ['4.9 out of 5 from over 3,000 verified reviews', { ratingValue: 4.9, reviewCount: 3000 }],
    ['4.8 out of 5 from 127 reviews', { ratingValue: 4.8, reviewCount: 127 }],
  ])('a rating is read from "%s"', (text, expected) => {
    expect(ratingIn(text)).toMatchObject(expected);
  });

  test('no rating is found in a text with other claims', () => {
    expect(aggregateRating(['In ', FIGURE, '.'])).toBeUndefined();
  });

  test('a rating in another format throws', () => {
    expect(() => ratingIn('nearly five stars')).toThrow('write it like "4.8 out of 5 from 127 reviews"');
  });
});
