import * as z from 'zod';

/** The texts of the page that lists the articles. */
export const blogSchema = z.strictObject({
  /** For the browser's tab, search engines and shared links. The layout adds the brand. */
  title: z.string().min(1),
  description: z.string().min(1).max(165),
  /** The heading of the page. */
  heading: z.string().min(1),
  /** The paragraph below the heading. */
  intro: z.string().min(1),
});
