import type { Card } from './types.ts';

/** Whether a card is from before another one of the same lead: an answer may come late. Notes leave the version. */
export const isOlder = (card: Card, than: Card): boolean =>
  card.version < than.version ||
  (card.version === than.version && Date.parse(card.changed_at) < Date.parse(than.changed_at));
