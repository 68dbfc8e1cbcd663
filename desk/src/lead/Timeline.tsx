import { memo, useState } from 'react';
import type { EventKind, LeadEvent, Lead } from '../api/types.ts';
import { isUnanswered, type Change } from '../changes/outbox.ts';
import { useOutbox } from '../changes/use-change.ts';
import { agoInWords } from '../lib/durations.ts';
import { exactTime, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { wishInWords } from '../ui/asked-words.ts';
import { eventWords, plannedFor, typedLines } from './event-words.ts';
import { replyMailWords } from './reply-mail-words.ts';
import { Button } from '../ui/Button.tsx';
import { WriteForm } from './WriteForm.tsx';

/** Whose words or doing an entry is, if it is part of the conversation. */
const SIDES: Partial<Record<EventKind, 'theirs' | 'ours'>> = {
  received: 'theirs',
  written: 'theirs',
  call_wished: 'theirs',
  offer_answered: 'theirs',
  seller_stopped: 'theirs',
  complained: 'theirs',
  called: 'ours',
  replied: 'ours',
  seller_mailed: 'ours',
  offered: 'ours',
  offer_changed: 'ours',
  complaint_answered: 'ours',
};

/** How many entries are shown at first. On a phone, the offers and papers come after them. */
const SHOWN_FIRST = 10;

/** The last of some events in a row that say the same, and their number. */
type Run = { event: LeadEvent; count: number };

const isPicture = ({ kind, facts }: LeadEvent) => kind === 'paper_added' && facts.kind === 'picture';

const isRepeat = (event: LeadEvent, former: LeadEvent) =>
  (event.kind === 'opened' && former.kind === 'opened') ||
  (isPicture(event) &&
    isPicture(former) &&
    event.actor?.id === former.actor?.id &&
    event.facts.is_shown === former.facts.is_shown);

/** One entry for the times that the seller opened their page in a row, and for pictures that were added together. */
function runsOf(events: readonly LeadEvent[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last && isRepeat(event, last.event)) Object.assign(last, { event, count: last.count + 1 });
    else runs.push({ event, count: 1 });
  }
  return runs;
}

function Words({ children, isForUs }: { children: string; isForUs: boolean }) {
  return (
    <div className={isForUs ? 'for-us' : undefined}>
      {isForUs && <p className="hint font-semibold">For us only</p>}
      <p className="whitespace-pre-wrap">{children}</p>
    </div>
  );
}

type EntryProps = Run & { mail: string | undefined; nowMs: number };

const Entry = memo(function Entry({ event, count, mail, nowMs }: EntryProps) {
  const planned = plannedFor(event);
  return (
    <li className={`entry entry-${SIDES[event.kind] ?? 'other'}`}>
      <p>
        <b>{eventWords(event)}</b>
        {event.kind === 'paper_added' && count > 1 && <span>{`, and ${count - 1} more`}</span>}
        {planned !== undefined && <span>{`, ${timeInWords(planned, nowMs)}`}</span>}
        {event.kind === 'call_wished' && <span>{`, ${wishInWords(event.facts, nowMs)}`}</span>}
      </p>
      {event.text !== null && (
        <Words isForUs={event.kind === 'noted' || event.kind === 'called'}>{event.text}</Words>
      )}
      {typedLines(event).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {event.texts?.whole !== undefined && (
        <details>
          <summary>The whole email</summary>
          <p className="whitespace-pre-wrap">{event.texts.whole}</p>
        </details>
      )}
      {mail !== undefined && <p className="hint">{mail}</p>}
      <p className="hint">
        <span>{event.actor ? `${event.actor.name}, ` : ''}</span>
        <time dateTime={event.at} title={exactTime(event.at)}>
          {agoInWords(event.at, nowMs)}
        </time>
        {typeof event.facts.recorded_at === 'string' && (
          <span>{`, recorded ${timeInWords(event.facts.recorded_at, nowMs)}`}</span>
        )}
      </p>
    </li>
  );
});

type Text = Change<'note'> | Change<'reply'>;

function UnsentText({ change: { args, name, state } }: { change: Text }) {
  return (
    <li className={`entry entry-${name === 'note' ? 'other' : 'ours'}`}>
      <p>
        <b>{name === 'note' ? 'Note' : 'Message to the seller'}</b>
      </p>
      <Words isForUs={name === 'note'}>{args.body}</Words>
      <p className="hint">
        {state === 'sending'
          ? 'Being sent'
          : 'Not sent yet. It is kept here, and sent as soon as the desk answers.'}
      </p>
    </li>
  );
}

const isUnsentText = (change: Change): change is Text =>
  (change.name === 'note' || change.name === 'reply') && isUnanswered(change);

/** All that was said and done about a lead, the newest first, with the field for messages and notes. */
export const Timeline = memo(function Timeline({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const { changes } = useOutbox();
  const [isWhole, setIsWhole] = useState(false);
  const unsent = changes.filter((change) => change.args.lead_id === lead.id).filter(isUnsentText);
  const runs = runsOf(lead.events).toReversed();
  const hasMore = !isWhole && runs.length > SHOWN_FIRST;
  return (
    <section aria-labelledby="history" className="panel">
      <h2 id="history" className="panel-title">
        Conversation and history
      </h2>
      <WriteForm lead={lead} />
      <ol className="timeline">
        {unsent.toReversed().map((change) => (
          <UnsentText key={change.id} change={change} />
        ))}
        {(hasMore ? runs.slice(0, SHOWN_FIRST) : runs).map(({ event, count }) => (
          <Entry
            key={event.id}
            event={event}
            count={count}
            mail={replyMailWords(event, lead.seller, nowMs)}
            nowMs={nowMs}
          />
        ))}
      </ol>
      {hasMore && (
        <Button className="mt-4" size="small" onClick={() => setIsWhole(true)}>
          {`Show ${runs.length - SHOWN_FIRST} earlier ones`}
        </Button>
      )}
    </section>
  );
});
