import * as z from 'zod';

const reviewSchema = z
  .strictObject({
    /** Initials or a full name, as the reviewer agreed. */
    name: z.string().min(1),
    /** A town, or a district of a city. */
    location: z.string().min(1),
    /** The number of stars. */
    rating: z.int().min(1).max(5),
    /** The review, unedited. */
    text: z.string().min(1),
    date: z.coerce.date(),
    /** Where the review was left, such as the name of a review site. The page shows it beside the date. */
    source: z.string().min(1).optional(),
    /** Whether this is a sample. If it is, the page says so, and `npm run launch-check` fails. */
    example: z.boolean(),
  })
  .refine(({ example, source }) => example || source !== undefined, {
    path: ['source'],
    error: 'A real review needs its source: say where it was left.',
  });

/** The reviews of one page. */
export const reviewsSchema = z.strictObject({
  /** Shown above the reviews while one of them is an example. */
  exampleNotice: z.string().min(1),
  /** Without any, the page has no section of reviews. */
  items: z.array(reviewSchema),
});

export type Review = z.infer<typeof reviewSchema>;
export type Reviews = z.infer<typeof reviewsSchema>;
