import { timeInWords } from './times.ts';
import type { Enquiry } from './types.ts';
import { sentInWords } from './words.ts';

/** The answers of the form or the chat, as the seller sent them. */
export function WhatYouSent({ enquiry }: { enquiry: Enquiry }) {
  return (
    <section aria-labelledby="sent-title" className="print:hidden">
      <h2 id="sent-title" className="text-h3">
        What you sent us
      </h2>
      <p className="mt-2 text-small text-ink-soft">{`Sent ${timeInWords(enquiry.sent_at, enquiry.now)}.`}</p>
      <dl data-sent-answers className="stack-3 mt-3">
        {sentInWords(enquiry).map(([label, answer]) => (
          <div key={label}>
            <dt className="text-small text-ink-soft">{label}</dt>
            <dd className="font-semibold wrap-break-word whitespace-pre-line">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
