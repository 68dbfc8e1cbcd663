import { basisInWords, changeInWords, FUNDS_WORDS } from '#src/lib/offer-words.ts';
import { pounds } from '#src/lib/pounds.ts';
import type { Basis, ChangeReason, Funds, Offer, OfferStatus } from '../api/types.ts';
import { dayMonthYear } from '../lib/london.ts';
import { parsePounds } from '../lib/money.ts';
import type { TermValues } from './offer-terms.ts';

type Props = {
  values: TermValues;
  status: OfferStatus;
  reason: ChangeReason | null;
  /** The offer that is changed, or the one before a new offer. */
  former: Offer | undefined;
};

/** What the site and our terms promise in writing, besides the seller's page. */
const IN_WRITING: Partial<Record<OfferStatus, string>> = {
  made: 'Send them the written offer too, with the buyer’s name and the sales behind the price. The site promises it.',
  changed: 'Send them the new written offer and our reason for it. Our terms promise the reason in writing.',
  withdrawn: 'Send them our reason in writing. Our terms promise it.',
};

/** Shows what the seller will read about an offer on their page. Leaves out what is not filled in yet. Below it: what staff must send. */
export function OfferPreview({ values, status, reason, former }: Props) {
  const amount = parsePounds(values.amount);
  const marketValue = parsePounds(values.market_value);
  const isNew = status === 'made' || status === 'changed';
  return (
    <>
      <section aria-label="What the seller will read" className="notice grid gap-1">
        <p className="hint">What the seller will read:</p>
        {isNew && amount !== undefined && <p className="offer-amount">{pounds(amount)}</p>}
        {amount !== undefined && <p>{changeInWords({ amount, status, reason_code: reason }, former)}</p>}
        {isNew && amount !== undefined && marketValue !== undefined && values.basis !== '' && (
          <p>
            {basisInWords({
              amount,
              market_value: values.shows_market_value === 'yes' ? marketValue : null,
              basis: values.basis as Basis,
            })}
          </p>
        )}
        {isNew && values.conditions.trim() !== '' && (
          <p className="whitespace-pre-wrap">{`Conditions: ${values.conditions.trim()}`}</p>
        )}
        {isNew && values.funds !== '' && <p>{FUNDS_WORDS[values.funds as Funds]}</p>}
        {isNew && values.valid_until !== '' && <p>{`Open until ${dayMonthYear(values.valid_until)}.`}</p>}
      </section>
      {IN_WRITING[status] && <p className="hint">{IN_WRITING[status]}</p>}
    </>
  );
}
