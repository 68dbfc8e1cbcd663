import { useDeferredValue } from 'react';
import type { Card } from '../api/types.ts';
import { useNow } from '../lib/use-now.ts';
import { CardRow } from './CardRow.tsx';

type Props = {
  cards: readonly Card[];
  /** The id of the lead that is open beside the list. */
  currentId: string | undefined;
  label?: string;
  /** The ids of the leads that are changed together; undefined if none are being chosen. */
  chosen?: ReadonlySet<string> | undefined;
  onChoose?: (id: string) => void;
};

/** About as many rows as fit on a screen. They render first, so that the first screen does not wait for the others. */
const FIRST_ROWS = 8;

export function CardList({ cards, currentId, label, chosen, onChoose }: Props) {
  const nowMs = useNow();
  const shown = useDeferredValue(cards, cards.slice(0, FIRST_ROWS));
  return (
    <ul aria-label={label}>
      {shown.map((card) => (
        <CardRow
          key={card.id}
          card={card}
          nowMs={nowMs}
          isCurrent={card.id === currentId}
          isChosen={chosen?.has(card.id)}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}
