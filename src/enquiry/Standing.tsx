import type { ReactNode } from 'react';
import { AddDates } from './AddDates.tsx';
import type { Enquiry } from './types.ts';
import { isElsewhere } from './times.ts';
import { isOver, standingOf, visitOf, type Standing as StandingInWords } from './words.ts';

type BoxProps = { standing: StandingInWords; children?: ReactNode };

/** Where things stand, in a box. */
export function StandingBox({ standing: { sentence, next }, children }: BoxProps) {
  return (
    <section
      aria-labelledby="standing-title"
      className="rounded-control border-l-8 border-action bg-action-wash p-5"
    >
      <h2 id="standing-title" className="font-sans text-small font-bold text-ink-soft">
        Where things stand
      </h2>
      <p data-standing className="mt-1 font-display text-h3 font-semibold text-balance">
        {sentence}
      </p>
      {next && (
        <p data-next className="mt-2">
          {next}
        </p>
      )}
      {children}
      {isElsewhere() && <p className="text-small text-ink-soft">All times are UK time.</p>}
    </section>
  );
}

/** Where the enquiry stands, and what comes next. */
export function Standing({ enquiry }: { enquiry: Enquiry }) {
  return (
    <StandingBox standing={standingOf(enquiry)}>
      {visitOf(enquiry) && <p className="mt-2">{visitOf(enquiry)}</p>}
      {enquiry.visitor && <p className="mt-2">{`Who comes: ${enquiry.visitor}`}</p>}
      {enquiry.has_dates && !isOver(enquiry) && <AddDates />}
      {enquiry.do_not_call && enquiry.state.code !== 'closed' && (
        <p className="mt-2">We will not ring you.</p>
      )}
      {enquiry.reference && (
        <p className="mt-3 text-small text-ink-soft">
          Your reference: <strong data-reference>{enquiry.reference}</strong>
        </p>
      )}
    </StandingBox>
  );
}
