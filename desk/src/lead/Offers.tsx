import { memo, useState } from 'react';
import { pounds } from '#src/lib/pounds.ts';
import type { Lead, Offer } from '../api/types.ts';
import { dayMonthYear, londonDate } from '../lib/london.ts';
import { discountInWords } from '../lib/money.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import { BASIS_WORDS, CHANGE_WORDS, FUNDS_WORDS, OFFER_WORDS } from '../ui/words.ts';
import { ChangeOfferForm } from './ChangeOfferForm.tsx';
import { CostsForm } from './CostsForm.tsx';
import { hasExpired, isOpen, isUndecided, offerStands } from './offer-terms.ts';
import { OfferForm } from './OfferForm.tsx';
import { PreviewTerms } from './OfferPreview.tsx';

/** The state of an offer in words. Changing an offer creates a new one, which replaces it. */
function stateOf(offer: Offer, newest: Offer | undefined, today: string): string {
  if (!isUndecided(offer)) return OFFER_WORDS[offer.status];
  if (offer !== newest) return 'Replaced';
  return hasExpired(offer, today) ? 'Expired' : 'Current';
}

/** A lead's offers, the newest first. Only the newest can be changed; earlier offers stay as a record. */
export const Offers = memo(function Offers({ lead }: { lead: Lead }) {
  const today = londonDate(useNow());
  const [isMaking, setIsMaking] = useState(false);
  const [changing, setChanging] = useState<Offer>();
  const [newest] = lead.offers;
  const [isCosting, setIsCosting] = useState(false);
  const isCompleted = lead.stage === 'settled' || lead.close_reason === 'bought';
  const isBinding = isCompleted || lead.stage === 'missives_concluded';
  const accepted = newest?.status === 'accepted' && newest.details.lines.length > 0 ? newest : undefined;
  return (
    <section aria-labelledby="offers" className="panel">
      <h2 id="offers" className="panel-title">
        Offers
      </h2>
      {newest === undefined && <p className="text-ink-soft">None yet.</p>}
      <ol className="grid gap-4">
        {lead.offers.map((offer) => (
          <li key={offer.id} className={`offer ${offer === newest ? '' : 'offer-former'}`}>
            <p className="flex items-baseline justify-between gap-3">
              <span className="offer-amount">{pounds(offer.amount)}</span>
              <span className="font-semibold">{stateOf(offer, newest, today)}</span>
            </p>
            <p>{discountInWords(offer.amount, offer.market_value)}</p>
            <p className="hint">
              {`Offer ${offer.number}. Market value: ${pounds(offer.market_value)} (${BASIS_WORDS[offer.basis]}). ${FUNDS_WORDS[offer.funds]}. Open until ${dayMonthYear(offer.valid_until)}. ${offer.by.name}, ${dayMonthYear(offer.at)}.`}
            </p>
            {offer.conditions && <p className="hint">{`Conditions: ${offer.conditions}`}</p>}
            {offer.reason_code && (
              <p className="hint">
                {`${CHANGE_WORDS[offer.reason_code]}${offer.evidence ? `: ${offer.evidence}` : ''}`}
              </p>
            )}
            {offer === newest && (
              <details className="offer-step mt-2">
                <summary>What the seller reads</summary>
                <PreviewTerms
                  offer={offer}
                  today={isBinding ? londonDate(Date.parse(offer.at)) : today}
                  mayFall={!isBinding && (offer.status === 'accepted' || offerStands(offer, today))}
                />
              </details>
            )}
            {offer === newest && lead.stage !== 'closed' && !isCompleted && isOpen(offer) && (
              <Button size="small" className="mt-2 mr-2" onClick={() => setChanging(offer)}>
                {hasExpired(offer, today) ? 'Answer or renew' : 'Answer or change'}
              </Button>
            )}
            {isCompleted && offer === accepted && (
              <Button size="small" className="mt-2" onClick={() => setIsCosting(true)}>
                {accepted.actual_costs ? 'Correct the actual costs' : 'Record the actual costs'}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {lead.stage !== 'closed' && (newest === undefined || !isOpen(newest)) && (
        <Button size="small" className="mt-4" onClick={() => setIsMaking(true)}>
          Make an offer
        </Button>
      )}
      {isCosting && accepted && (
        <CostsForm lead={lead} offer={accepted} onClose={() => setIsCosting(false)} />
      )}
      {isMaking && <OfferForm lead={lead} onClose={() => setIsMaking(false)} />}
      {changing && <ChangeOfferForm lead={lead} offer={changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
});
