import type { Event, Lead } from '../api/types.ts';
import { agoInWords } from '../lib/clock.ts';
import { exactTime, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { eventWords, plannedFor } from './event-words.ts';
import { NoteForm } from './NoteForm.tsx';

function Entry({ event, nowMs }: { event: Event; nowMs: number }) {
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

/** Notes and history in one line of time, the newest first. */
export function Timeline({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  return (
    <section aria-labelledby="history" className="panel">
      <h2 id="history" className="panel-title">
        History
      </h2>
      <NoteForm lead={lead} />
      <ol className="timeline">
        {lead.events.toReversed().map((event) => (
          <Entry key={event.id} event={event} nowMs={nowMs} />
        ))}
      </ol>
    </section>
  );
}
