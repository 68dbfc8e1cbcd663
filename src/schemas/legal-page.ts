import * as z from 'zod';

/** The front matter of a legal page. The file's name is its address. */
export const legalPageSchema = z.strictObject({
  /** The heading of the page. */
  title: z.string().min(1),
  /** For search engines and shared links. */
  description: z.string().min(1).max(165),
  /** The date that the text itself carries. */
  lastUpdated: z.coerce.date(),
  /** What has changed after that date, in the law or in what we do, oldest first. */
  changesSince: z.array(z.strictObject({ date: z.coerce.date(), text: z.string().min(1) })),
});
