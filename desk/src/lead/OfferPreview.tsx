import type { ComponentProps } from 'react';
import type { OfferDetails } from '#server/cases/offer-details.ts';
import { changeInWords } from '#src/lib/offer-words.ts';
import { pounds } from '#src/lib/pounds.ts';
import { OfferTerms } from '#src/enquiry/OfferTerms.tsx';
import type { ChangeReason, Offer, OfferStatus } from '../api/types.ts';
import { dayMonthYear, londonDate } from '../lib/london.ts';
import { parsePounds } from '../lib/money.ts';
import { serverNow } from '../lib/use-now.ts';
import { readTerms, type TermValues } from './offer-terms.ts';

type Props = {
  values: TermValues;
  status: OfferStatus;
  reason: ChangeReason | null;
  /** Which open point of the former offer a lower price is about. */
  openPoint?: string;
  /** The offer that is changed, or the one before a new offer. */
  former: Offer | undefined;
};

/** What the site and our terms promise in writing, besides the seller's page. */
const IN_WRITING: Partial<Record<OfferStatus, string>> = {
  made: 'Send them this offer in writing too. The site promises a written offer.',
  changed: 'Send them the new written offer and our reason for it. Our terms promise the reason in writing.',
  withdrawn: 'Send them our reason in writing. Our terms promise it.',
};

/** What the site promises that a written offer says, besides its figures. */
const PROMISED = {
  solicitor_cap: 'the most that we pay their solicitor',
  outlays: 'who pays each outlay',
  if_ends: 'what each side bears if it withdraws',
} as const;

/** What of that an offer leaves out. */
const missingFrom = (details: OfferDetails): string[] =>
  (Object.keys(PROMISED) as (keyof typeof PROMISED)[])
    .filter((name) => [details[name] ?? []].flat().length === 0)
    .map((name) => PROMISED[name]);

/** The terms as on the seller's page, which has the firm's own details. */
export function PreviewTerms(props: Omit<ComponentProps<typeof OfferTerms>, 'firm'>) {
  return <OfferTerms {...props} firm="Our company, by its name and number" />;
}

/** Shows what the seller will read about an offer on their page: all of it, once the form is filled in. Below it: what staff must send. */
export function OfferPreview({ values, status, reason, openPoint = '', former }: Props) {
  const now = serverNow();
  const isNew = status === 'made' || status === 'changed';
  const amount = parsePounds(values.amount) ?? former?.amount;
  const market_value = parsePounds(values.market_value) ?? former?.market_value ?? 0;
  const read = readTerms(values, now);
  const row = {
    ...{ status, reason_code: reason, at: londonDate(now) },
    open_point: openPoint === '' ? null : Number(openPoint),
    details: read.ok ? read.terms.details : { open_points: [] },
  };
  return (
    <>
      <section aria-label="What the seller will read" className="notice grid gap-1">
        <p className="hint">What the seller will read:</p>
        {isNew && amount !== undefined && <p className="offer-amount">{pounds(amount)}</p>}
        {amount !== undefined && <p>{changeInWords({ ...row, amount, market_value }, former)}</p>}
        {isNew && values.valid_until !== '' && <p>{`Open until ${dayMonthYear(values.valid_until)}.`}</p>}
        {isNew && read.ok && <PreviewTerms offer={read.terms} today={londonDate(now)} />}
      </section>
      {isNew && read.ok && missingFrom(read.terms.details).length > 0 && (
        <p className="hint">{`Not in it yet, though our site promises it: ${missingFrom(read.terms.details).join('; ')}.`}</p>
      )}
      {IN_WRITING[status] && <p className="hint">{IN_WRITING[status]}</p>}
    </>
  );
}
