import * as z from 'zod';
import { claimMention, claimText } from './claim-text.ts';
import { faqSchema } from './faq.ts';

const words = z.string().min(1);
const headed = { heading: words, intro: claimText };
const card = z.strictObject({ title: words, text: claimText });

/** A text that the specification fixes, and the claim that it makes. */
const fixedText = z.strictObject({ text: words, claim: claimMention.optional() });

/** The words of the home page, section by section. Its reviews are in their own collection. */
export const homeSchema = z.strictObject({
  /** For the browser's tab, search engines and shared links. */
  meta: z.strictObject({ title: words, description: words.max(165) }),
  hero: z.strictObject({
    headline: words,
    badge: fixedText,
    lead: claimText,
    /** What the badge and the ticks mean, a line for each; the strip of figures below says all of it. */
    qualifications: z.array(claimText).min(1),
    ticks: z.array(fixedText).length(3),
    postcode: z.strictObject({ label: words, button: words }),
    privacyNote: words,
    completionCard: z.strictObject({ label: words, value: words, claim: claimMention }),
  }),
  /** The strip of figures. */
  stats: z.array(z.strictObject({ value: words, label: words, claim: claimMention })).length(4),
  howItWorks: z.strictObject({ ...headed, steps: z.array(card).length(3) }),
  /** Every card carries `mark`. */
  whyUs: z.strictObject({ ...headed, mark: words, cards: z.array(card).length(6) }),
  testimonials: z.strictObject(headed),
  areas: z.strictObject({
    ...headed,
    towns: z.array(words).length(15),
    question: words,
    /** The answer to that question. */
    followUp: words,
  }),
  /** When not to sell to us. */
  wrongChoice: z.strictObject({ ...headed, reasons: z.array(card).min(1), closing: words }),
  faq: faqSchema,
});
