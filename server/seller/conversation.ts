import type { Channel } from '../database/codes.ts';
import type { PageEvent } from './events.ts';

/** A way of contact, as the page names it. */
export const wayOf = (channel: Channel | undefined) => (channel === 'phone' ? ('call' as const) : channel);

const FIRMS = new Set<PageEvent['kind']>(['replied', 'called', 'seller_mailed']);

function kindOf({ kind, facts }: PageEvent) {
  switch (kind) {
    case 'written':
    case 'replied':
      return 'message' as const;
    case 'called':
      return facts.outcome === 'spoke' ? ('spoke' as const) : ('attempt' as const);
    case 'offer_answered':
      return 'answered_offer' as const;
    case 'seller_stopped':
      return 'stopped' as const;
    case 'seller_mailed':
      return 'mailed' as const;
    case 'call_wished':
    case 'contact_corrected':
      return kind;
    default:
      return undefined;
  }
}

/** What was said and done between the seller and the firm, the oldest first. */
export function conversationOf(events: PageEvent[]) {
  return events.flatMap((event) => {
    const { id, at, name, body, facts, offer_number, is_mailed } = event;
    const kind = kindOf(event);
    if (!kind) return [];
    const from = FIRMS.has(event.kind) ? ('firm' as const) : ('seller' as const);
    return {
      id,
      at,
      from,
      kind,
      name,
      body,
      ...(is_mailed && { is_mailed }),
      ...(kind === 'call_wished' && { call: { from: facts.starts_at ?? null, to: facts.ends_at ?? null } }),
      ...(kind === 'answered_offer' && { answer: facts.answer, offer_number }),
      ...(event.kind === 'called' && { how: wayOf(facts.channel), outcome: facts.outcome }),
    };
  });
}
