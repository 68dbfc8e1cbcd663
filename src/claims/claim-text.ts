import * as z from 'zod';
import { parseClaimText } from './claims.ts';

/** A text in which `{claim:id}` is a reference to a claim. */
export const claimText = z
  .string()
  .min(1)
  .transform((text, context) => {
    const parsed = parseClaimText(text);
    if (parsed.ok) return parsed.text;
    context.addIssue(`"${parsed.fault}" is not a claim: write {claim:its-id}.`);
    return z.NEVER;
  });

/** The id of the claim behind a fixed text ("28 Days"), whose note the page shows beside the text. */
export const claimMention = z
  .string()
  .min(1)
  .transform((claimId) => ({ claimId }));
