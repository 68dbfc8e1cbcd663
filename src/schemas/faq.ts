import * as z from 'zod';
import { claimText } from '../claims/claim-text-schema.ts';

/** A page's section of questions and answers. */
export const faqSchema = z.strictObject({
  heading: z.string().min(1),
  intro: claimText.optional(),
  items: z
    .array(
      z.strictObject({
        question: z.string().min(1),
        answer: claimText,
        /** A link, below the answer, to a tool that answers the question for the visitor's own home. */
        link: z.strictObject({ text: z.string().min(1), href: z.string().startsWith('/') }).optional(),
      }),
    )
    .min(1),
});
