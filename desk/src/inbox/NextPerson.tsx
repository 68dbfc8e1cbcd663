import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { WAITS } from '#server/database/codes.ts';
import { inboxQuery } from '../api/queries.ts';
import type { Card } from '../api/types.ts';
import { CallLink } from '../ui/CallLink.tsx';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { StreetScene } from '../ui/StreetScene.tsx';
import { expectOutcome } from '../changes/contact-draft.ts';
import { londonDate } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { contactRules, NEXT_WORDS, subjectOf } from '../ui/words.ts';
import { NobodyWaits } from './NobodyWaits.tsx';
import { groupsOf, statusOf } from './lead-status.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** Whether the day for the answer to a complaint has passed. */
const isOverdue = (card: Card | undefined, nowMs: number) => (card?.complaint_due ?? '9') < londonDate(nowMs);

/** The person whom staff should call or write to next: status, name, property, and a large button to call. */
export function NextPerson() {
  const id = useId();
  const nowMs = useNow();
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(inboxQuery('now'));
  const cards = list.data?.pages.flatMap((page) => page.cards);
  if (cards === undefined) return null;
  const groups = groupsOf(cards, nowMs);
  // A complaint that is not overdue has weeks; somebody who waits for a call has hours.
  const group =
    groups.find(
      ({ name, cards: [first] }) => name !== 'later' && (name !== 'complaint' || isOverdue(first, nowMs)),
    ) ?? groups[0];
  const card = group?.cards[0];
  if (card === undefined || group?.name === 'later') return <NobodyWaits />;
  const status = statusOf(card, nowMs);
  const isAnswer =
    status.kind === 'complaint' || (status.kind === 'asked' && card.asked?.kind !== 'call_wished');
  const isCall = !isAnswer && !card.do_not_call && (card.next_action === null || card.next_action === 'call');
  const isWait = card.next_action !== null && WAITS.includes(card.next_action);
  const step = isWait ? 'What is next' : NEXT_WORDS[card.next_action ?? 'write'];
  const what = isAnswer ? 'Answer' : isCall ? 'Call' : `${step}:`;
  const rules = contactRules(card);
  return (
    <section className="next-person" aria-labelledby={id}>
      <p className="text-body text-on-slate-soft">
        <StatusBadge status={status} />
      </p>
      <h1 id={id} tabIndex={-1} className="next-name">
        {`${what} ${card.name}`}
      </h1>
      <p className="line-clamp-2 text-on-slate-soft">{subjectOf(card)}</p>
      {rules && <p className="mt-2 font-semibold">{rules}</p>}
      <div className="mt-5 grid gap-3 sm:flex">
        {isCall && (
          <CallLink
            card={card}
            className="button next-call"
            onClick={() => {
              expectOutcome(card.id, 'phone');
              navigate(`/lead/${card.id}`);
            }}
          >
            <DeskIcon name="phone" />
          </CallLink>
        )}
        <Link href={`/lead/${card.id}`} className="button next-open">
          Open the lead
        </Link>
      </div>
      <StreetScene className="next-street" />
    </section>
  );
}
