import { memo } from 'react';
import type { LeadEvent, Lead } from '../api/types.ts';
import { isUnanswered, type Change } from '../changes/outbox.ts';
import { useOutbox } from '../changes/use-change.ts';
import { agoInWords } from '../lib/durations.ts';
import { exactTime, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { wishInWords } from '../ui/asked-words.ts';
import { eventWords, plannedFor, typedLines } from './event-words.ts';
import { replyMailWords } from './reply-mail-words.ts';
import { ReplyForm } from './ReplyForm.tsx';

type EntryProps = { event: LeadEvent; mail: string | undefined; nowMs: number };

const Entry = memo(function Entry({ event, mail, nowMs }: EntryProps) {
  const planned = plannedFor(event);
  return (
    <li className={`entry entry-${event.kind}`}>
      <p>
        <b>{eventWords(event)}</b>
        {planned !== undefined && <span>{`, ${timeInWords(planned, nowMs)}`}</span>}
        {event.kind === 'call_wished' && <span>{`, ${wishInWords(event.facts, nowMs)}`}</span>}
      </p>
      {event.text !== null && <p className="whitespace-pre-wrap">{event.text}</p>}
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
    <li className={`entry entry-${name === 'note' ? 'noted' : 'replied'}`}>
      <p>
        <b>{name === 'note' ? 'Note' : 'Message to the seller'}</b>
      </p>
      <p className="whitespace-pre-wrap">{args.body}</p>
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

/** If the seller opened their page several times in a row, keeps only the last time. */
const withoutRepeats = (events: readonly LeadEvent[]): LeadEvent[] =>
  events.filter(({ kind }, index) => kind !== 'opened' || events[index + 1]?.kind !== 'opened');

/** The history of a lead, newest first, with the field for a message to the seller. */
export const Timeline = memo(function Timeline({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const { changes } = useOutbox();
  const unsent = changes.filter((change) => change.args.lead_id === lead.id).filter(isUnsentText);
  return (
    <section aria-labelledby="history" className="panel">
      <h2 id="history" className="panel-title">
        History
      </h2>
      <ReplyForm lead={lead} />
      <ol className="timeline">
        {unsent.toReversed().map((change) => (
          <UnsentText key={change.id} change={change} />
        ))}
        {withoutRepeats(lead.events)
          .toReversed()
          .map((event) => (
            <Entry
              key={event.id}
              event={event}
              mail={replyMailWords(event, lead.seller, nowMs)}
              nowMs={nowMs}
            />
          ))}
      </ol>
    </section>
  );
});
