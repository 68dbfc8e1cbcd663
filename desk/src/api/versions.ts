import type { Card } from './types.ts';

/**
 * Whether `card` is older than `than`, another copy of the same lead, because responses can arrive out of order. The
 * time is compared too: a note changes `changed_at` but not `version`.
 */
export const isOlder = (card: Card, than: Card): boolean =>
  card.version < than.version ||
  (card.version === than.version && Date.parse(card.changed_at) < Date.parse(than.changed_at));
