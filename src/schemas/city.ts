import * as z from 'zod';
import { claimText } from '../claims/claim-text-schema.ts';
import { faqSchema } from './faq.ts';

const words = z.string().min(1);

/** The buildings that `components/illustrations/buildings.tsx` draws. */
const BUILDINGS = ['tenement', 'terrace', 'semi', 'bungalow', 'villa'] as const;

export type Building = (typeof BUILDINGS)[number];

const card = z.strictObject({ title: words, text: claimText });

const headedParagraphs = z.strictObject({ heading: words, paragraphs: z.array(claimText).min(1) });

const area = z.strictObject({
  name: words,
  /** One postcode district, or several with commas between them. */
  postcode: z.string().regex(/^[A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*$/),
});

const statistic = z.strictObject({ value: claimText, label: words });

const marketStatistics = z.strictObject({
  heading: words,
  intro: claimText,
  items: z.array(statistic).min(1),
});

const comparison = z.strictObject({
  heading: words,
  intro: words,
  /** The headings of the two columns: the cash buyer, then the estate agent. */
  columns: z.tuple([z.string(), z.string()]),
  rows: z.array(z.strictObject({ aspect: words, cash: claimText, agent: claimText })).min(1),
});

/** A city's page. Its file name is its slug: lower case, hyphens for spaces. */
export const citySchema = z.strictObject({
  /** The name of the city. */
  name: words,
  /** For the browser's tab, search engines and shared links. The layout adds the brand. */
  title: words,
  description: words.max(165),
  hero: z.strictObject({ heading: words, lead: claimText }),
  /** The buildings, from left to right, in the picture that a city without a drawn skyline gets. */
  street: z.array(z.enum(BUILDINGS)).min(3),
  /** A warning that sellers in this city must read before they ask for an offer. It is shown below the hero. */
  notice: headedParagraphs.optional(),
  intro: headedParagraphs,
  benefits: z.strictObject({ heading: words, cards: z.array(card).length(4) }),
  areas: z.strictObject({ heading: words, intro: words.optional(), items: z.array(area).length(16) }),
  faq: faqSchema.optional(),
  /** Optional sections. The reviews themselves are in `reviews.yaml`, under the city's slug. */
  marketStatistics: marketStatistics.optional(),
  comparison: comparison.optional(),
  reviews: z.strictObject({ heading: words, intro: claimText }).optional(),
});
