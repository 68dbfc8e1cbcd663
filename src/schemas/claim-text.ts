import * as z from 'zod';
import { parseClaimText } from '../lib/claims.ts';

/** A text in which `{claim:id}` stands for the figure of that claim. */
export const claimText = z
  .string()
  .min(1)
  .transform((text, context) => {
    const parsed = parseClaimText(text);
    if (parsed.ok) return parsed.text;
    context.addIssue(`"${parsed.fault}" is not a claim: write {claim:its-id}.`);
    return z.NEVER;
  });

/** The id of the claim that a fixed text ("28 Days") makes, so that its note can stand beside it. */
export const claimMention = z
  .string()
  .min(1)
  .transform((claimId) => ({ claimId }));
