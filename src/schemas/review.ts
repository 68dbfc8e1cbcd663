import * as z from 'zod';

/** The reviews that one page shows. */
export const reviewsSchema = z.strictObject({
  /** Stands beside the reviews as long as one of them is an example. */
  exampleNotice: z.string().min(1),
  items: z
    .array(
      z.strictObject({
        /** Initials or a name, as the writer agreed to. */
        name: z.string().min(1),
        /** Town, or district of a city. */
        location: z.string().min(1),
        /** Stars. */
        rating: z.int().min(1).max(5),
        /** What they wrote, unchanged. */
        text: z.string().min(1),
        /** The day on which they wrote it. */
        date: z.coerce.date(),
        /** True: nobody wrote this. The page says so, and `npm run launch-check` refuses it. */
        example: z.boolean(),
      }),
    )
    .min(1),
});

export type Reviews = z.infer<typeof reviewsSchema>;
export type Review = Reviews['items'][number];
