import type { Channel } from '../cases/codes.ts';
import { senderOf, type PageEvent } from './events.ts';
import type { Opened } from './keys.ts';

/** A way of contact, as the page names it. */
export const wayOf = (channel: Channel) => (channel === 'phone' ? 'call' : channel);

/** What the page shows of an event; undefined for one that is not of the conversation. */
function describe(event: PageEvent) {
  const { id, at, name, body } = event;
  const bySeller = { id, at, from: 'seller' as const, name, body };
  const byFirm = { id, at, from: 'firm' as const, name, body };
  switch (event.kind) {
    case 'written':
      return { ...bySeller, kind: 'message' as const };
    case 'replied':
      return { ...byFirm, kind: 'message' as const };
    case 'called': {
      const { channel, outcome } = event.facts;
      const kind = outcome === 'spoke' ? ('spoke' as const) : ('attempt' as const);
      return { ...byFirm, kind, how: wayOf(channel), outcome };
    }
    case 'call_wished': {
      const { starts_at: from, ends_at: to } = event.facts;
      return { ...bySeller, kind: event.kind, call: { from, to } };
    }
    case 'offer_answered': {
      const { answer } = event.facts;
      return { ...bySeller, kind: 'answered_offer' as const, answer, offer_number: event.offer_number };
    }
    case 'contact_corrected':
      return { ...bySeller, kind: event.kind };
    case 'seller_stopped':
      return { ...bySeller, kind: 'stopped' as const };
    case 'seller_mailed':
      return { ...byFirm, kind: 'mailed' as const };
    case 'planned':
    case 'merged':
      return undefined;
  }
}

/**
 * What was said and done between the seller and the firm, the oldest first. If leads were merged, each seller sees only
 * their own part, and the firm's part since the merge.
 */
export function conversationOf(events: PageEvent[], { leadId }: Opened) {
  const merge = events.findLast((event) => event.kind === 'merged' && event.lead_id === leadId);
  return events.flatMap((event) => {
    const entry = describe(event);
    if (entry === undefined) return [];
    const isShown =
      entry.from === 'seller'
        ? senderOf(event) === leadId
        : event.lead_id === leadId || (merge !== undefined && event.id > merge.id);
    return isShown ? [entry] : [];
  });
}
