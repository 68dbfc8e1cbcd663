import * as z from 'zod';
import { claimText } from './claim-text.ts';
import { faqSchema } from './faq.ts';

/** The drawings in `components/illustrations/buildings.tsx`. */
const BUILDINGS = ['tenement', 'terrace', 'semi', 'bungalow', 'villa'] as const;

export type Building = (typeof BUILDINGS)[number];

const card = z.strictObject({ title: z.string().min(1), text: claimText });

const headedParagraphs = z.strictObject({
  heading: z.string().min(1),
  paragraphs: z.array(claimText).min(1),
});

const marketStatistics = z.strictObject({
  heading: z.string().min(1),
  intro: claimText,
  items: z
    .array(
      z.strictObject({
        value: claimText,
        label: z.string().min(1),
        /** Date and source, where the value is not a claim (a claim brings its own note). */
        note: z.string().min(1).optional(),
      }),
    )
    .min(1),
  /** A small table below the figures. */
  prices: z.strictObject({
    intro: z.string().min(1),
    columns: z.tuple([z.string(), z.string()]),
    rows: z.array(z.tuple([z.string(), z.string()])).min(1),
    note: z.string().min(1),
  }),
});

const comparison = z.strictObject({
  heading: z.string().min(1),
  intro: z.string().min(1),
  /** Heads of the two columns beside the aspect: the cash buyer, then the agent. */
  columns: z.tuple([z.string(), z.string()]),
  rows: z.array(z.strictObject({ aspect: z.string().min(1), cash: claimText, agent: claimText })).min(1),
  note: z.string().min(1),
});

/** A city's page. The file's name is its address: lower case, spaces as hyphens. */
export const citySchema = z.strictObject({
  /** The city. */
  name: z.string().min(1),
  /** For the browser's tab, search engines and shared links. */
  title: z.string().min(1),
  description: z.string().min(1).max(165),
  hero: z.strictObject({ heading: z.string().min(1), lead: claimText }),
  /** The homes that the city is known for, from left to right: its picture. */
  street: z.array(z.enum(BUILDINGS)).min(3),
  /** Something that sellers in this city must read before they go on. */
  notice: headedParagraphs.optional(),
  intro: headedParagraphs,
  benefits: z.strictObject({ heading: z.string().min(1), cards: z.array(card).length(4) }),
  areas: z.strictObject({
    heading: z.string().min(1),
    intro: z.string().min(1).optional(),
    items: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          /** One postcode district, or several with commas between them. */
          postcode: z.string().regex(/^[A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*$/),
        }),
      )
      .length(16),
  }),
  /** What sellers in this city ask. */
  faq: faqSchema.optional(),
  /** What only a rich page has. Its reviews are the entry of the same name in their collection. */
  marketStatistics: marketStatistics.optional(),
  comparison: comparison.optional(),
  reviews: z.strictObject({ heading: z.string().min(1), intro: claimText }).optional(),
});
