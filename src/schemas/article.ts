import { reference } from 'astro:content';
import * as z from 'zod';

/** The front matter of an article. Its file name is its slug below /blog. */
export const articleSchema = z.strictObject({
  /** The heading of the page. */
  title: z.string().min(1),
  /** For search engines, feeds and shared links. */
  description: z.string().min(100).max(165),
  /** A sentence or two for the article's card on the blog page. */
  excerpt: z.string().min(1),
  category: z.enum(['Guides', 'Comparison', 'Legal', 'Advice']),
  publishedOn: z.coerce.date(),
  /** The day of the last change that a reader would notice. */
  updatedOn: z.coerce.date().optional(),
  /** The box after the text that links to the form on the home page. */
  callToAction: z.strictObject({
    /** The paragraph above the button. */
    lead: z.string().min(1),
    /** The button's text. */
    text: z.string().min(1),
    href: z.enum(['/#valuation-form', '/#valuation']),
  }),
  /** The articles under "Related Articles". */
  related: z.array(reference('articles')).length(3),
});
