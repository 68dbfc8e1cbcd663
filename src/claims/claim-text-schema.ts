import * as z from 'zod';
import { parseClaimText } from './claim-references.ts';

/** A text in which `{claim:id}` is a reference to a claim (a figure with a source). */
export const claimText = z
  .string()
  .min(1)
  .transform((text, context) => {
    const parsed = parseClaimText(text);
    if (parsed.ok) return parsed.text;
    context.addIssue(`"${parsed.invalid}" is not a claim: write {claim:its-id}.`);
    return z.NEVER;
  });

/**
 * The id of the claim that a text such as "28 Days" states. The firm's specification fixes the wording of these
 * texts, so they do not print the claim's text. The page shows the claim's note.
 */
export const claimMention = z
  .string()
  .min(1)
  .transform((claimId) => ({ claimId }));
