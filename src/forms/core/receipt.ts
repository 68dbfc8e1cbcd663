import * as z from 'zod/mini';
import type { Lead } from '#lead/lead.ts';
import { markSent, sentKey, wasSent, withStorage } from './form-storage.ts';

/** What the confirmation says about the lead that was sent. */
export type Receipt<FormLead extends Lead = Lead> = {
  /** Undefined after a form was sent without JavaScript. */
  reference?: string | undefined;
  /** The link to the seller's own page. */
  link?: string | undefined;
  /** Removed when the page returns from the back/forward cache, so that the answers are not shown again. */
  lead?: FormLead;
  /**
   * Whether the page was reloaded after sending. The confirmation then does not name the time of the reply, because it
   * no longer knows when the form was sent.
   */
  isReloaded?: boolean;
};

const keptSchema = z.object({ reference: z.optional(z.string()), link: z.optional(z.string()) });

/** Records that a form has been sent. Keeps the reference and the link for a reload of the page, and no answers. */
export function keepReceipt(form: string, { reference, link }: Receipt): void {
  markSent(form, JSON.stringify({ reference, link }));
}

/** The receipt that this tab has kept, without the answers. */
export function readReceipt(form: string): Receipt<never> | undefined {
  const kept = withStorage((storage) => storage.getItem(sentKey(form)));
  if (!kept?.startsWith('{')) return undefined;
  const parsed = keptSchema.safeParse(JSON.parse(kept));
  return parsed.success ? { ...parsed.data, isReloaded: true } : undefined;
}

/** Deletes the receipt of a form, if this tab has sent it. */
export function forgetReceipt(form: string): void {
  if (wasSent(form))
    withStorage((storage) => {
      storage.setItem(sentKey(form), 'yes');
    });
}
