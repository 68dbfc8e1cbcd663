import * as z from 'zod/mini';
import { NOT_SENT_REASONS } from '#lead/form-notices.ts';
import { withStorage } from './form-storage.ts';

const draftSchema = z.object({
  answers: z.record(z.string(), z.string()),
  step: z.optional(z.number()),
  submission: z.optional(
    z.object({
      id: z.string(),
      answers: z.string(),
      origin: z.optional(z.string()),
      enquiryKey: z.optional(z.object({ key: z.string(), hash: z.string() })),
      wasTried: z.optional(z.boolean()),
    }),
  ),
  /**
   * Why the last attempt to send these answers failed; `unanswered` while an attempt is running. Removed when an answer
   * changes.
   */
  notSent: z.optional(z.enum(NOT_SENT_REASONS)),
});

/** The answers of a form that has not been sent, kept in session storage so that a reload does not lose them. */
export type Draft = z.infer<typeof draftSchema>;

/** The stored draft, or undefined when there is none or it is invalid. */
export function readDraft(key: string): Draft | undefined {
  const kept = withStorage((storage) => storage.getItem(key));
  if (!kept) return undefined;
  const parsed = draftSchema.safeParse(parseJson(kept));
  return parsed.success ? parsed.data : undefined;
}

export function writeDraft(key: string, draft: Draft): void {
  withStorage((storage) => {
    storage.setItem(key, JSON.stringify(draft));
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
