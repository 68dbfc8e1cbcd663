import { memo } from 'react';
import type { Lead } from '../api/types.ts';
import { dayMonthYear, exactTime, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { DialLink } from '../ui/DialLink.tsx';
import { Fact } from '../ui/Fact.tsx';
import { pageName } from '../ui/words.ts';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');

function mailWords(lead: Lead, nowMs: number): string {
  if (lead.mail === 'sent') {
    return lead.mail_sent_at ? `Sent ${timeInWords(lead.mail_sent_at, nowMs)}` : 'Sent';
  }
  const failure = lead.mail_attempts.flatMap(({ error_code }) => error_code ?? []).at(-1);
  // The check for null is for the types: the time of the next attempt is null only once the mail has been sent.
  if (failure === undefined || lead.mail_next_attempt_at === null) return 'Waiting to be sent.';
  return `Not sent yet (${failure}). Next try ${timeInWords(lead.mail_next_attempt_at, nowMs)}.`;
}

function wayWords({ source, import: brought }: Lead): string {
  if (brought) return `from import ${brought.id} (${brought.file_name})`;
  return `by the ${source === 'chat_widget' ? 'chat' : 'valuation form'}`;
}

function originWords({ origin }: Lead): string {
  if (!origin) return 'Not known';
  const campaign = [origin.utm_source, origin.utm_medium, origin.utm_campaign].filter(Boolean).join(' / ');
  return [origin.page && pageName(origin.page), campaign].filter(Boolean).join(', from ') || 'Not known';
}

/** What the seller sent, how it reached the firm, and whether the mail that tells the firm of it was sent. */
export const Facts = memo(function Facts({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  return (
    <section aria-labelledby="facts" className="panel">
      <h2 id="facts" className="panel-title">
        The enquiry
      </h2>
      {lead.message !== null && (
        <blockquote className="mb-4 border-l-4 border-heather pl-3 wrap-anywhere whitespace-pre-wrap">
          {lead.message}
        </blockquote>
      )}
      <dl className="facts">
        <Fact what="Phone">
          <DialLink card={lead} className="quiet-link" />
        </Fact>
        {lead.email && (
          <Fact what="Email">
            <a className="quiet-link" href={`mailto:${encodeURIComponent(lead.email)}`}>
              {lead.email}
            </a>
          </Fact>
        )}
        {lead.address && <Fact what="Address">{lead.address}</Fact>}
        {lead.postcode && <Fact what="Postcode">{lead.postcode}</Fact>}
        {lead.property_type && (
          <Fact what="Property">
            <span>{sentence(lead.property_type)}</span>
            {lead.bedrooms && (
              <span>{`, ${lead.bedrooms} ${lead.bedrooms === '1' ? 'bedroom' : 'bedrooms'}`}</span>
            )}
          </Fact>
        )}
        {lead.property_condition && <Fact what="Condition">{sentence(lead.property_condition)}</Fact>}
        <Fact what="Received">
          <time dateTime={lead.created_at} title={exactTime(lead.created_at)}>
            {timeInWords(lead.created_at, nowMs)}
          </time>
          <span>{`, ${wayWords(lead)}`}</span>
        </Fact>
        {lead.reference && <Fact what="Reference">{lead.reference}</Fact>}
        <Fact what="Sent from">{originWords(lead)}</Fact>
        {lead.mail && <Fact what="Email to us">{mailWords(lead, nowMs)}</Fact>}
        {lead.hold_until && (
          <Fact what="On hold until">
            <span>{dayMonthYear(lead.hold_until)}</span>
            {lead.hold_reason && <span>{`: ${lead.hold_reason}`}</span>}
          </Fact>
        )}
      </dl>
    </section>
  );
});
