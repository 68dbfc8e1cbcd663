import * as z from 'zod';

/** The words of the page that lists the articles. */
export const blogSchema = z.strictObject({
  /** For the browser's tab, search engines and shared links. */
  title: z.string().min(1),
  description: z.string().min(1).max(165),
  /** The heading of the page. */
  heading: z.string().min(1),
  /** The paragraph below it. */
  intro: z.string().min(1),
});
