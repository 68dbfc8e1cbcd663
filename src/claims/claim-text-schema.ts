import * as z from 'zod';
import { WRITE_SOMETHING, type FieldNotes } from '../lib/fields.ts';
import { parseClaimText } from './claim-references.ts';

/** A text in which `{claim:id}` is a reference to a claim (a figure with a source). */
export const claimText = z
  .string(WRITE_SOMETHING)
  .trim()
  .min(1, WRITE_SOMETHING)
  .transform((text, context) => {
    const parsed = parseClaimText(text);
    if (parsed.ok) return parsed.text;
    context.addIssue(`"${parsed.invalid}" is not a figure: write {claim:its-name}, or leave out the braces.`);
    return z.NEVER;
  });

/**
 * The id of the claim that a text such as "28 Days" states. The firm's specification fixes the wording of these
 * texts, so they do not print the claim's text. The page shows the claim's note.
 */
const claimMention = z
  .string('Choose a figure.')
  .min(1, 'Choose a figure.')
  .transform((claimId) => ({ claimId }));

/** A field of a form for a text with figures. */
export const wordsWithFigures = (title: string, notes: FieldNotes = {}) =>
  claimText.meta({ title, format: 'claim-text', ...notes });

/** A field of a form for the figure that a text of the specification states. */
export const statedFigure = (title: string, notes: FieldNotes = {}) =>
  claimMention.meta({ title, format: 'claim', ...notes });
