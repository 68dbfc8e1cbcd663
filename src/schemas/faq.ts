import * as z from 'zod';
import { claimText } from '../claims/claim-text.ts';

/** A page's section of questions and answers. */
export const faqSchema = z.strictObject({
  heading: z.string().min(1),
  intro: claimText.optional(),
  items: z.array(z.strictObject({ question: z.string().min(1), answer: claimText })).min(1),
});
