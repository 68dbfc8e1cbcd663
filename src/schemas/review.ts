import * as z from 'zod';
import { day, fields, words } from '../lib/fields.ts';

const reviewSchema = fields({
  name: words('Name', { description: 'Initials or a full name, as the reviewer agreed.' }),
  location: words('Place', { description: 'A town, or a district of a city.' }),
  rating: z
    .int('Choose from 1 to 5 stars.')
    .min(1, 'Choose from 1 to 5 stars.')
    .max(5, 'Choose from 1 to 5 stars.')
    .meta({ title: 'Stars' }),
  text: words('Review', { description: 'As it was written. Do not change its words.', format: 'multiline' }),
  date: day('Written on'),
  source: words('Where it was left', {
    description: 'Such as the name of a review site. The page shows it beside the date.',
  }).optional(),
  /** If it is, the page says so, and the launch check fails. */
  example: z.boolean('Choose yes or no.').meta({
    title: 'Is it a sample?',
    description:
      'A sample shows the layout. The page says that it is one, and a public site may not have any.',
  }),
}).refine(({ example, source }) => example || source !== undefined, {
  path: ['source'],
  error: 'Say where this review was left: a real review needs its proof.',
});

/** The reviews of one page. */
export const reviewsSchema = fields({
  exampleNotice: words('Note on samples', {
    description: 'Shown above the reviews while one of them is a sample.',
  }),
  /** Without any, the page has no section of reviews. */
  items: z.array(reviewSchema, 'Add to this list.').meta({ title: 'Reviews' }),
}).meta({ title: 'Reviews' });

export type Review = z.infer<typeof reviewSchema>;
export type Reviews = z.infer<typeof reviewsSchema>;
