import type { Lead } from '#lead/lead.ts';
import { markSent, sentKey, wasSent, withStorage } from './form-storage.ts';

/** What the confirmation says about the lead that was sent. */
export type Receipt<FormLead extends Lead = Lead> = {
  /** Undefined after a form was sent without JavaScript. */
  reference?: string | undefined;
  link?: string | undefined;
  /** Removed when the page returns from the back/forward cache, so that the answers are not shown again. */
  lead?: FormLead;
  /**
   * Whether the page was reloaded after sending. The confirmation then does not name the time of the reply, because it
   * no longer knows when the form was sent.
   */
  isReloaded?: boolean | undefined;
};

/** The reference and the link end half an hour after the page was last loaded: the next person may sit at the computer. */
const KEPT_MS = 30 * 60_000;

type Kept = { reference?: string; link?: string; keptAt: number };

/** Records that a form has been sent. Keeps the reference and the link for a reload of the page, and no answers. */
export function keepReceipt(form: string, { reference, link }: Receipt): void {
  markSent(form, JSON.stringify({ reference, link, keptAt: Date.now() }));
}

/** The receipt that this tab has kept, without the answers; undefined if it has ended. */
export function readReceipt(form: string): Receipt<never> | undefined {
  const kept = withStorage((storage) => storage.getItem(sentKey(form)));
  if (!kept?.startsWith('{')) return undefined;
  const { reference, link, keptAt } = JSON.parse(kept) as Kept;
  if (Date.now() - keptAt < KEPT_MS) return { reference, link, isReloaded: true };
  forgetReceipt(form);
  return undefined;
}

/** Deletes the receipt of a form, if this tab has sent it. */
export function forgetReceipt(form: string): void {
  if (wasSent(form))
    withStorage((storage) => {
      storage.setItem(sentKey(form), 'yes');
    });
}
