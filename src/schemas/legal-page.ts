import * as z from 'zod';

/** The front matter of a legal page. Its file name is its slug. */
export const legalPageSchema = z.strictObject({
  /** The heading of the page. */
  title: z.string().min(1),
  /** For search engines and shared links. */
  description: z.string().min(1).max(165),
  /** The date of the text's last revision. */
  lastUpdated: z.coerce.date(),
  /** Changes after that date, in the law or in our practice, oldest first. */
  changesSince: z.array(
    z.strictObject({
      date: z.coerce.date(),
      text: z.string().min(1),
      /** Whether it is about the seller's own page. Left out of a site that has no such page. */
      ownPage: z.boolean().default(false),
    }),
  ),
});
