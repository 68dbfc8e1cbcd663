import type { Card } from '../api/types.ts';
import { useNow } from '../lib/use-now.ts';
import { CardRow } from './CardRow.tsx';

type Props = {
  cards: readonly Card[];
  /** The lead that is open beside the list. */
  currentId: string | undefined;
  label?: string;
};

export function CardList({ cards, currentId, label }: Props) {
  const nowMs = useNow();
  return (
    <ul aria-label={label}>
      {cards.map((card) => (
        <CardRow key={card.id} card={card} nowMs={nowMs} isCurrent={card.id === currentId} />
      ))}
    </ul>
  );
}
