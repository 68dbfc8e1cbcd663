import type { Card } from './types.ts';

/**
 * Whether `card` is older than `than`, another copy of the same lead: responses can arrive out of order. Also compares
 * `changed_at`, because a note changes it but not `version`.
 */
export const isOlder = (card: Card, than: Card): boolean =>
  card.version < than.version ||
  (card.version === than.version && Date.parse(card.changed_at) < Date.parse(than.changed_at));
