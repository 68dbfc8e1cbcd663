import { SENT_IDS } from '#lead/notices.ts';
import { telHref } from '../../lib/phone.ts';
import type { Figure } from '../../claims/claim.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ClaimNote } from '../../claims/ClaimNote.tsx';

type Props = { shown: boolean; phone: string; offerWithin: Figure };

/**
 * Says what happens next after a successful submit. It stays when the toast has gone. The island shows it with
 * `data-shown`; without JavaScript the server redirects to `#valuation-sent`, which shows it by `:target`.
 */
export function ValuationSent({ shown, phone, offerWithin }: Props) {
  return (
    <section
      id={SENT_IDS.valuation_form}
      data-shown={shown ? '' : undefined}
      tabIndex={-1}
      aria-labelledby="valuation-sent-title"
      className="mb-6 shown-when-called scroll-mt-24 rounded-control border-l-8 border-action bg-action-wash p-5"
    >
      <h3 id="valuation-sent-title" className="text-h3">
        We have your details
      </h3>
      <ol className="stack-1.5 mt-3 list-decimal pl-5 marker:font-semibold">
        <li>First we look at recent sales near the property.</li>
        <li>
          Within <ClaimFigure claim={offerWithin} /> we contact you with your cash offer, by phone or e-mail.
          <ClaimNote claim={offerWithin} />
        </li>
        <li>You decide in your own time. Saying no costs nothing.</li>
      </ol>
      <p className="mt-3">
        Not heard from us by then? Ring{' '}
        <a href={telHref(phone)} className="font-semibold whitespace-nowrap text-action underline">
          {phone}
        </a>
        .
      </p>
    </section>
  );
}
