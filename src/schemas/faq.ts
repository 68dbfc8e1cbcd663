import * as z from 'zod';
import { claimText } from './claim-text.ts';

/** The questions of one page, with the head of their section. */
export const faqSchema = z.strictObject({
  heading: z.string().min(1),
  intro: claimText.optional(),
  items: z
    .array(
      z.strictObject({
        /** As a seller would ask it. */
        question: z.string().min(1),
        answer: claimText,
      }),
    )
    .min(1),
});
