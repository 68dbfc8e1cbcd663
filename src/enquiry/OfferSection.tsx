import { Button } from '../components/ui/Button.tsx';
import { changeInWords, reasonInWords } from '../lib/offer-words.ts';
import { pounds } from '../lib/pounds.ts';
import { printPart } from '../forms/core/print-part.ts';
import { BeforeYouDecide } from './BeforeYouDecide.tsx';
import { OfferTerms } from './OfferTerms.tsx';
import { fullDate, longDate, scottishDate } from './times.ts';
import type { Firm } from './ReachUs.tsx';
import type { Enquiry, Offer } from './types.ts';
import { sentInWords } from './words.ts';

/** The latest offer with its terms, and the offers before it. It prints on one sheet. */
export function OfferSection({ enquiry, firm }: { enquiry: Enquiry; firm: Firm }) {
  const { offers, reference, state } = enquiry;
  const [offer] = offers;
  if (!offer) return null;
  const isSold = state.code === 'settled' || (state.code === 'closed' && state.reason === 'bought');
  const isBinding = state.code === 'missives' || isSold;
  const mayFall = !isBinding && (offer.stands || offer.status === 'accepted');
  return (
    <section id="offer" aria-labelledby="offer-title" className="print:mb-4!">
      <h2 id="offer-title" className="text-h3">
        Our offer
      </h2>
      <p className="hidden text-small print:block">
        <span>{sentInWords(enquiry).find(([label]) => label === 'Property')?.[1]}</span>
        <br />
        <span>{reference && `Our reference: ${reference}`}</span>
      </p>
      <p className="mt-2 font-display text-h2 font-bold print:mt-0 print:text-h3" data-amount>
        {pounds(offer.amount)}
      </p>
      <p className="mt-1 font-semibold text-balance print:mt-0">{statusOf(offer)}</p>
      <OfferTerms
        offer={offer}
        firm={`${firm.legalName}. ${firm.registration}`}
        today={scottishDate(isBinding ? offer.at : enquiry.now)}
        mayFall={mayFall}
      />
      {mayFall && (
        <p className="mt-5 print:mt-2 print:text-small">
          Nothing binds you or us until missives, formal letters between the two solicitors, are concluded.
        </p>
      )}
      <Button variant="secondary" className="mt-5" onClick={() => printPart('offer')}>
        Print this for your solicitor
      </Button>
      {offers.length > 1 && <History offers={offers} />}
      {mayFall && <BeforeYouDecide isAccepted={offer.status === 'accepted'} />}
    </section>
  );
}

function statusOf(offer: Offer): string {
  switch (offer.status) {
    case 'accepted':
      return `You accepted it in principle on ${longDate(offer.at)}.`;
    case 'declined':
      return `You said no to it on ${longDate(offer.at)}.`;
    case 'withdrawn':
      return `We withdrew it on ${longDate(offer.at)}.${reasonInWords(offer)}`;
    default:
      return offer.stands
        ? `Open until ${fullDate(offer.valid_until)}.`
        : `It ended on ${fullDate(offer.valid_until)}.`;
  }
}

/** The amounts that the firm has offered, the newest first, each with its date and the reason for the change. */
function History({ offers }: { offers: readonly Offer[] }) {
  return (
    <>
      <h3 className="mt-8 text-h4 print:mt-2">What happened to our offer</h3>
      <ol data-offers className="mt-3 border-t border-line print:mt-1 print:text-small">
        {offers.map((offer, index) => (
          <li key={offer.id} className="border-b border-line py-3 print:py-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-5">
              <strong className="font-display text-h4 print:text-body">{pounds(offer.amount)}</strong>
              <span className="text-small text-ink-soft">{longDate(offer.at)}</span>
            </p>
            <p>{changeInWords(offer, offers[index + 1])}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
