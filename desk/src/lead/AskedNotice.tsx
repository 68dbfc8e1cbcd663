import { useState } from 'react';
import { Link } from 'wouter';
import type { Lead, OfferStatus } from '../api/types.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { askedInWords } from '../ui/asked-words.ts';
import { toasts } from '../ui/toasts.ts';
import { ChangeOfferForm } from './ChangeOfferForm.tsx';
import { eventWords, typedLines } from './event-words.ts';
import { isOpen } from './offer-terms.ts';
import { wishedCall } from './wished-call.ts';
import { Button } from '../ui/Button.tsx';

/**
 * Shows what the seller has asked on their page and nobody has answered yet, with buttons for the possible responses.
 */
export function AskedNotice({ lead, onReply }: { lead: Lead; onReply: () => void }) {
  const nowMs = useNow();
  const [recording, setRecording] = useState<OfferStatus>();
  const planning = useChange('plan', `${lead.id}.keep-time`, 'the next step', () =>
    toasts.add({ title: 'Planned' }),
  );
  const answering = useChange('answered', `${lead.id}.answered`, 'that it is answered', () =>
    toasts.add({ title: 'Marked as answered' }),
  );
  const words = askedInWords(lead, nowMs);
  if (words === undefined) return null;
  const { asked, next_action, next_at, question_at } = lead;
  const [offer] = lead.offers;
  const hasAnswered = asked?.kind === 'offer_answered' && offer !== undefined && isOpen(offer);
  const messages = lead.events.filter(
    ({ kind, at }) => kind === 'written' && question_at !== null && Date.parse(at) >= Date.parse(question_at),
  );
  const merged = lead.others.filter(({ duplicate_of }) => duplicate_of === lead.id);
  const solicitor = lead.events.findLast(({ kind }) => kind === 'offer_answered')?.texts?.solicitor;
  const isWish = wishedCall(lead) !== undefined && next_at !== null && Date.parse(next_at) > nowMs;
  return (
    <section aria-label="The seller asks" className="notice grid justify-items-start gap-2">
      <p>
        <b>{`${lead.name} ${words}.`}</b>{' '}
        <span>
          {hasAnswered
            ? 'It is not binding. Record what happens next.'
            : isWish
              ? 'Confirm this time, or choose another as the next step.'
              : ''}
        </span>
      </p>
      {messages.map((event) => (
        <div key={event.id}>
          {event.facts.by === 'mail' && (
            <p className="hint">{[eventWords(event), ...typedLines(event)].join('. ')}</p>
          )}
          <p className="whitespace-pre-wrap">{event.text}</p>
        </div>
      ))}
      {question_at !== null && merged.length > 0 && (
        <p>
          It may be in an enquiry that was merged into this one:
          {merged.map((other) => (
            <span key={other.id}>
              {' '}
              <Link href={`/lead/${other.id}`} className="quiet-link">
                {`${other.name}, received ${timeInWords(other.created_at, nowMs)}`}
              </Link>
            </span>
          ))}
        </p>
      )}
      {hasAnswered && solicitor !== undefined && <p>{`Solicitor: ${solicitor}`}</p>}
      <div className="flex flex-wrap gap-2">
        {hasAnswered && (
          <Button
            size="small"
            onClick={() => setRecording(asked.facts.answer === 'go_ahead' ? 'accepted' : 'declined')}
          >
            Record the answer
          </Button>
        )}
        {isWish && next_action !== null && (
          <Button
            size="small"
            aria-disabled={planning.isSending}
            onClick={() =>
              planning.submit({ lead_id: lead.id, version: lead.version, next_action, next_at }, baseOf(lead))
            }
          >
            Confirm this time
          </Button>
        )}
        {asked?.kind === 'mail_returned' && (
          <Button
            size="small"
            onClick={() =>
              document.querySelector<HTMLElement>('[aria-labelledby=sellers-page] [type=email]')?.focus()
            }
          >
            Enter another address
          </Button>
        )}
        <Button size="small" onClick={onReply}>
          Write back
        </Button>
        {question_at !== null && (
          <Button
            size="small"
            variant="plain"
            aria-disabled={answering.isSending}
            onClick={() => answering.submit({ lead_id: lead.id }, baseOf(lead))}
          >
            It is answered
          </Button>
        )}
      </div>
      <ChangeState change={planning.change} />
      <ChangeState change={answering.change} />
      {recording !== undefined && offer !== undefined && (
        <ChangeOfferForm
          lead={lead}
          offer={offer}
          outcome={recording}
          onClose={() => setRecording(undefined)}
        />
      )}
    </section>
  );
}
