import { memo } from 'react';
import type { Card } from '../api/types.ts';
import { useMe } from '../api/use-me.ts';
import { STAGE_WORDS, subjectOf } from '../ui/words.ts';
import { statusOf } from './lead-status.ts';
import { StatusBadge } from './StatusBadge.tsx';

type Props = {
  card: Card;
  nowMs: number;
  isCurrent: boolean;
  /** Whether the lead is among those that are changed together; undefined if none are being chosen. */
  isChosen?: boolean | undefined;
  onChoose?: ((id: string) => void) | undefined;
};

/**
 * A lead in a list. The component is memoised, so that typing in the search box or opening a lead does not render all
 * rows again.
 */
export const CardRow = memo(function CardRow({ card, nowMs, isCurrent, isChosen, onChoose }: Props) {
  const me = useMe();
  const mine = card.given_by ? `${card.given_by.name} gave it to you` : 'You';
  const holder = card.assignee && (card.assignee.id === me.id ? mine : card.assignee.name);
  return (
    <li className={isChosen === undefined ? undefined : 'choosable'}>
      {isChosen !== undefined && (
        <label className="choose">
          <input
            type="checkbox"
            aria-label={`Choose ${card.name}`}
            checked={isChosen}
            onChange={() => onChoose?.(card.id)}
          />
        </label>
      )}
      {/* A plain link: a <Link> of each row would render again whenever the path changes. */}
      <a
        href={`#/lead/${card.id}`}
        className="card-row"
        data-card={card.id}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="card-name">{card.name}</span>
          {holder && <span className="shrink-0 text-small font-semibold text-action">{holder}</span>}
        </span>
        <span className="truncate text-ink-soft">{subjectOf(card)}</span>
        <span className="flex flex-wrap items-baseline gap-x-3">
          <StatusBadge status={statusOf(card, nowMs)} />
          {card.first_contact_at !== null && card.stage !== 'closed' && (
            <span className="hint">{STAGE_WORDS[card.stage]}</span>
          )}
          {card.vulnerable && <span className="card-flag">Vulnerable</span>}
          {card.has_double && <span className="hint">Possible duplicate</span>}
          {card.do_not_call && <span className="card-flag">Do not call</span>}
          {card.mail === 'retrying' && <span className="card-flag">Email not sent</span>}
        </span>
      </a>
    </li>
  );
});
