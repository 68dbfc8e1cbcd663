import * as z from 'zod';
import { claimMention, claimText } from '../claims/claim-text-schema.ts';
import { faqSchema } from './faq.ts';

const words = z.string().min(1);
const headed = { heading: words, intro: claimText };
const card = z.strictObject({ title: words, text: claimText });

/**
 * A text whose wording the firm's specification fixes, with the claim (a figure with a source) that the text
 * states.
 */
const fixedText = z.strictObject({ text: words, claim: claimMention.optional() });

/** The texts of the home page, section by section. Its reviews are in `reviews.yaml`. */
export const homeSchema = z.strictObject({
  /** For the browser's tab, search engines and shared links. The layout adds the brand to the title. */
  meta: z.strictObject({ title: words, description: words.max(165) }),
  hero: z.strictObject({
    headline: words,
    badge: fixedText,
    lead: claimText,
    ticks: z.array(fixedText).length(3),
    postcode: z.strictObject({ label: words, button: words }),
    privacyNote: words,
    completionCard: z.strictObject({ label: words, value: words, claim: claimMention }),
  }),
  stats: z.array(z.strictObject({ value: words, label: words, claim: claimMention })).length(4),
  howItWorks: z.strictObject({ ...headed, steps: z.array(card).length(3) }),
  /** `stamp` is the word on every card ("Guaranteed"). */
  whyUs: z.strictObject({ ...headed, stamp: words, cards: z.array(card).length(6) }),
  testimonials: z.strictObject(headed),
  areas: z.strictObject({
    ...headed,
    towns: z.array(words).length(15),
    question: words,
    followUp: words,
  }),
  /** The section about when not to sell to us. */
  wrongChoice: z.strictObject({ ...headed, reasons: z.array(card).min(1), closing: words }),
  faq: faqSchema,
});
