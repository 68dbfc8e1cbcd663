import { wordsWithFigures } from '../claims/claim-text-schema.ts';
import * as z from 'zod';
import { faqSchema } from './faq.ts';
import { choice, DESCRIPTION_NOTES, fields, list, TITLE_NOTES, words } from '../lib/fields.ts';

/** The buildings that `components/illustrations/buildings.tsx` draws. */
const BUILDINGS = ['tenement', 'terrace', 'semi', 'bungalow', 'villa'] as const;

export type Building = (typeof BUILDINGS)[number];

const headedParagraphs = fields({
  heading: words('Heading'),
  paragraphs: list('Paragraphs', wordsWithFigures('Paragraph')),
});

const area = fields({
  name: words('Name'),
  postcode: z
    .string('Write the postcode district.')
    .regex(
      /^[A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*$/,
      'Write the first half of a postcode, such as EH3, or several with commas between them: EH3, EH4.',
    )
    .meta({ title: 'Postcode district', description: 'Such as EH3, or several: EH3, EH4.' }),
});

const marketStatistics = fields({
  heading: words('Heading'),
  intro: wordsWithFigures('Introduction'),
  items: list('Figures', fields({ value: wordsWithFigures('Figure'), label: words('What it counts') })),
});

const comparison = fields({
  heading: words('Heading'),
  intro: words('Introduction', { format: 'multiline' }),
  columns: z
    .tuple(
      [words('First column: the cash buyer'), words('Second column: the estate agent')],
      'Write both headings.',
    )
    .meta({ title: 'Headings of the two columns' }),
  rows: list(
    'Rows',
    fields({
      aspect: words('What is compared'),
      cash: wordsWithFigures('The cash buyer'),
      agent: wordsWithFigures('The estate agent'),
    }),
  ),
});

/** A city's page. Its file name is its slug: lower case, hyphens for spaces. */
export const citySchema = fields({
  name: words('Name of the city'),
  title: words('Title', TITLE_NOTES),
  description: words('Description for search engines', DESCRIPTION_NOTES),
  hero: fields({
    heading: words('Heading'),
    lead: wordsWithFigures('First sentences'),
  }).meta({ title: 'Top of the page' }),
  /** For the picture of a city without a drawn skyline (`components/illustrations/skylines.tsx`). */
  street: z
    .array(
      choice('Building', BUILDINGS, {
        labels: {
          tenement: 'Tenement',
          terrace: 'Terraced house',
          semi: 'Semi-detached house',
          bungalow: 'Bungalow',
          villa: 'Villa',
        },
      }),
      'Add to this list.',
    )
    .min(3, 'A street needs at least three buildings.')
    .meta({
      title: 'Street in the picture',
      description: 'The buildings from left to right. Without them, the picture has a street of its own.',
    })
    .optional(),
  notice: headedParagraphs
    .meta({
      title: 'Warning',
      description:
        'What sellers in this city must read before they ask for an offer. It stands below the top of the page.',
    })
    .optional(),
  intro: headedParagraphs.meta({ title: 'About selling in this city' }),
  benefits: fields({
    heading: words('Heading'),
    cards: list('Cards', fields({ title: words('Title'), text: wordsWithFigures('Text') }), { exactly: 4 }),
  }).meta({ title: 'What you do here' }),
  areas: fields({
    heading: words('Heading'),
    intro: words('Introduction', { format: 'multiline' }).optional(),
    items: list('Areas', area, { exactly: 16 }),
  }).meta({
    title: 'Areas of the city',
    description: 'The form links to this page for the postcodes of these areas that no other city has.',
  }),
  faq: faqSchema.optional(),
  marketStatistics: marketStatistics.meta({ title: 'Figures of the market' }).optional(),
  comparison: comparison.meta({ title: 'Cash buyer and estate agent compared' }).optional(),
  /** The reviews themselves are in `reviews.yaml`, under the city's slug. */
  reviews: fields({
    heading: words('Heading'),
    intro: wordsWithFigures('Introduction'),
  })
    .meta({ title: 'Above the reviews', description: 'Shown only if the city has reviews.' })
    .optional(),
});
