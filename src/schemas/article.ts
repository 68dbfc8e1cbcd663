import { reference } from 'astro:content';
import * as z from 'zod';

/** The front matter of an article. The file's name is its address below /blog. */
export const articleSchema = z.strictObject({
  /** The heading of the page. */
  title: z.string().min(1),
  /** For search engines, feeds and shared links. */
  description: z.string().min(100).max(165),
  /** A sentence or two for its card in the list. */
  excerpt: z.string().min(1),
  category: z.enum(['Guides', 'Comparison', 'Legal', 'Advice']),
  publishedOn: z.coerce.date(),
  /** The day of the last change that a reader would notice. */
  updatedOn: z.coerce.date().optional(),
  /** The box that leads to the form on the home page. */
  callToAction: z.strictObject({
    /** What the reader of this article would get. */
    lead: z.string().min(1),
    /** On the button. */
    text: z.string().min(1),
    href: z.enum(['/#valuation-form', '/#valuation']),
  }),
  /** What to read next. */
  related: z.array(reference('articles')).length(3),
});
