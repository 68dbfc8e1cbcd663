import type { ValuationLead } from '#lead/lead.ts';
import { SENT_IDS } from '#lead/form-notices.ts';
import { telHref } from '../../lib/phone.ts';
import type { Figure } from '../../claims/claim-schema.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ClaimNote } from '../../claims/ClaimNote.tsx';
import { Button } from '../../components/ui/Button.tsx';
import type { Receipt } from '../core/receipt.ts';
import { EnquiryLink } from '../core/EnquiryLink.tsx';
import { printPart } from '../core/print-part.ts';
import { FilledByServer } from '../core/FilledByServer.tsx';
import { SentAnswers } from './SentAnswers.tsx';
import { ReplyPromise } from '../core/ReplyPromise.tsx';

type Props = {
  shown: boolean;
  hydrated: boolean;
  receipt: Receipt<ValuationLead> | undefined;
  phone: string;
  offerWithin: Figure;
  onAnother: () => void;
};

/**
 * The confirmation that replaces the form: what was sent and what happens next. The island shows it with `data-shown`;
 * without JavaScript the server does (`server/site/sent-page.ts`), or redirects to `#valuation-sent`, and CSS shows the
 * `:target`.
 */
export function ValuationSent({ shown, hydrated, receipt, phone, offerWithin, onAnother }: Props) {
  return (
    <section
      // The server sets `data-shown` when it responds to a form sent without JavaScript.
      suppressHydrationWarning
      id={SENT_IDS.valuation_form}
      data-shown={shown ? '' : undefined}
      hidden={hydrated && !shown}
      tabIndex={-1}
      aria-labelledby="valuation-sent-title"
      className="mb-6 shown-when-sent scroll-mt-24 rounded-control border-l-8 border-action bg-action-wash p-5"
    >
      <div>
        <h3 id="valuation-sent-title" className="text-h3">
          We have your details
        </h3>
        <FilledByServer data-success="" className="block font-semibold" />
        {(!hydrated || receipt?.reference) && (
          <p key={receipt?.reference} className="mt-1">
            Your reference: <FilledByServer data-reference="">{receipt?.reference}</FilledByServer>
          </p>
        )}
      </div>
      <ol className="stack-1.5 mt-3 list-decimal pl-5 [&>li]:marker:font-semibold">
        <li>First we look at recent sales near the property.</li>
        <li>
          Within <ClaimFigure claim={offerWithin} /> we contact you with your cash offer, by phone or email.
          <ClaimNote claim={offerWithin} />
          <ReplyPromise sent={shown && !receipt?.isReloaded} />
        </li>
        <li>You decide in your own time. Saying no costs nothing.</li>
      </ol>
      <p className="mt-3">
        {'Not heard from us by then? Ring '}
        <a href={telHref(phone)} className="font-semibold whitespace-nowrap text-action underline">
          {phone}
        </a>
        .
      </p>
      <EnquiryLink link={receipt?.link} className="mt-5 border-t border-line pt-4" />
      {receipt?.lead && <SentAnswers lead={receipt.lead} />}
      {shown && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            variant="secondary"
            onClick={() => {
              printPart('confirmation');
            }}
          >
            Print or save this
          </Button>
          <Button variant="secondary" onClick={onAnother}>
            Send another
          </Button>
        </div>
      )}
    </section>
  );
}
