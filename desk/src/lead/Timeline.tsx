import type { LeadEvent, Lead } from '../api/types.ts';
import { isUnanswered, type Change } from '../changes/outbox.ts';
import { useOutbox } from '../changes/use-change.ts';
import { agoInWords } from '../lib/durations.ts';
import { exactTime, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { eventWords, plannedFor } from './event-words.ts';
import { NoteForm } from './NoteForm.tsx';

function Entry({ event, nowMs }: { event: LeadEvent; nowMs: number }) {
  const planned = plannedFor(event);
  return (
    <li className={`entry entry-${event.kind}`}>
      <p>
        <b>{eventWords(event)}</b>
        {planned !== undefined && `, ${timeInWords(planned, nowMs)}`}
      </p>
      {event.text !== null && <p className="whitespace-pre-wrap">{event.text}</p>}
      <p className="hint">
        {event.actor ? `${event.actor.name}, ` : ''}
        <time dateTime={event.at} title={exactTime(event.at)}>
          {agoInWords(event.at, nowMs)}
        </time>
      </p>
    </li>
  );
}

function UnsentNote({ note: { args, state } }: { note: Change<'note'> }) {
  return (
    <li className="entry entry-noted">
      <p>
        <b>Note</b>
      </p>
      <p className="whitespace-pre-wrap">{args.body}</p>
      <p className="hint">
        {state === 'sending'
          ? 'Being saved'
          : 'Not sent yet. It is kept here, and sent as soon as the desk answers.'}
      </p>
    </li>
  );
}

const isUnsentNote = (change: Change): change is Change<'note'> =>
  change.name === 'note' && isUnanswered(change);

/** The history of a lead, newest first, with a field for a note. */
export function Timeline({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const { changes } = useOutbox();
  const unsent = changes.filter((change) => change.args.lead_id === lead.id).filter(isUnsentNote);
  return (
    <section aria-labelledby="history" className="panel">
      <h2 id="history" className="panel-title">
        History
      </h2>
      <NoteForm lead={lead} />
      <ol className="timeline">
        {unsent.toReversed().map((note) => (
          <UnsentNote key={note.id} note={note} />
        ))}
        {lead.events.toReversed().map((event) => (
          <Entry key={event.id} event={event} nowMs={nowMs} />
        ))}
      </ol>
    </section>
  );
}
