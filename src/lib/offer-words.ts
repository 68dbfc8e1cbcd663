/**
 * What a seller reads about an offer. The seller's own page shows these words, and the desk (the staff's app) shows them
 * to staff before they save an offer or a change of it.
 */

import type { Basis, ChangeReason, Funds, LineSource, OfferStatus } from '#server/database/codes.ts';
import type { OfferDetails } from '#server/cases/offer-details.ts';
import { wayToOffer, type Line } from './offer-lines.ts';
import { pounds } from './pounds.ts';

/** The parts of an offer that the words need. Amounts are whole pounds, and days are like 2026-12-10. */
export type ShownOffer = {
  amount: number;
  market_value: number;
  basis: Basis;
  funds: Funds;
  conditions: string | null;
  details: OfferDetails;
  actual_costs?: readonly (number | null)[] | null;
};

const BASIS_WORDS: Record<Basis, string> = {
  home_report: 'The Home Report',
  comparables: 'Recent sales of similar homes',
  surveyor: "Our surveyor's report",
  own_view: 'Our own view, without sales to show',
};

/** Where the amount of a line is from. */
const SOURCE_WORDS: Record<LineSource, string> = {
  quote: 'a quote',
  our_estimate: 'our estimate',
  home_report: 'the Home Report',
};

const FUNDS_WORDS: Record<Funds, string> = {
  own: 'Our own cash, and no lender.',
  network: 'An investor’s money, and no lender.',
};

const REASON_WORDS: Record<ChangeReason, string> = {
  survey_finding: 'what the survey found',
  title: 'a question about the title to the home',
  information_wrong: 'something we had been told was wrong',
  market: 'prices have changed',
  ours: 'one of our own, which we will give you in writing',
  seller_accepted: 'you accepted it',
  seller_declined: 'you said no to it',
};

const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });
/** Such as 2026-11-27. */
const londonDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
const dayOf = (day: string) => dayFormat.format(new Date(day));

/** A sentence that is added to the day of a report or a proof that is too old to rely on. */
const ageWarning = (day: string, days: number, today: string, words: string) =>
  Date.parse(today) - Date.parse(day) > days * DAY_MS ? ` ${words}` : '';

/** The way from the market value to the offer, with what each line cost in the end, once that is recorded. */
export const linesInWords = ({
  amount,
  market_value,
  details,
  actual_costs,
}: Pick<ShownOffer, 'amount' | 'market_value' | 'details' | 'actual_costs'>): Line[] =>
  wayToOffer(
    market_value,
    amount,
    details.lines.map((line, index) => ({
      what: `${line.what} (${SOURCE_WORDS[line.source]})`,
      amount: line.amount,
      actual: actual_costs?.[index],
    })),
  );

/** What an offer says besides its sums, as terms and what they mean. @param today such as 2026-11-27 */
export function termsInWords(
  { basis, funds, conditions, details }: ShownOffer,
  { firm, today }: { firm: string; today: string },
): [term: string, lines: string[]][] {
  const { report, sales, buyer, funds_proved_on, solicitor_cap, outlays, if_ends, entry, open_points } =
    details;
  const open = open_points.filter(({ until }) => until >= today);
  const past = open_points.filter(({ until }) => until < today);
  const terms: [string, string[]][] = [
    [
      'What may still lower the price',
      [
        ...(open.length === 0
          ? [past.length === 0 ? 'Nothing that we know of.' : 'Nothing on our list any more.']
          : open.map(({ what, until }) => `${what}, until ${dayOf(until)}`)),
        ...past.map(({ what, until }) => `No longer: ${what}, whose last day was ${dayOf(until)}`),
      ],
    ],
    [
      'What the market value is based on',
      [
        report
          ? `${BASIS_WORDS[basis]}: ${report.firm}, ${dayOf(report.day)}.${ageWarning(report.day, 84, today, 'It is more than 12 weeks old.')}`
          : `${BASIS_WORDS[basis]}.`,
        ...sales.map(
          ({ street, month, price, type }) =>
            `${street}, ${monthFormat.format(new Date(month))}: ${type}, ${pounds(price)}`,
        ),
      ],
    ],
    ['Conditions', [conditions ?? 'Only the usual ones: a good title, and concluded missives.']],
    [
      'Who buys',
      [
        `${buyer ?? firm}. ${FUNDS_WORDS[funds]}`,
        funds_proved_on
          ? `The proof of funds is dated ${dayOf(funds_proved_on)}.${ageWarning(funds_proved_on, 92, today, 'It is more than three months old: ask us for a new one.')}`
          : 'Ask us to show your solicitor a recent proof of funds.',
      ],
    ],
    [
      'Who pays what',
      [
        `You pay us nothing. We pay your solicitor’s standard sale fee${solicitor_cap ? `, up to ${pounds(solicitor_cap)} with VAT.` : ' with VAT. Ask us for the most that we pay, before any work starts.'}`,
        ...outlays.map(({ what, payer }) => `${what}: ${payer === 'us' ? 'we pay' : 'you pay'}`),
      ],
    ],
    [
      'If either of us withdraws',
      [if_ends ?? 'Ask us who then pays your solicitor, before any work starts.'],
    ],
    ['Date of entry', entry ? [entry] : []],
  ];
  return terms.filter(([, lines]) => lines.length > 0);
}

/** A row of the history of a lead's offers. */
type Row = {
  amount: number;
  market_value: number;
  status: OfferStatus;
  reason_code: ChangeReason | null;
  open_point: number | null;
  /** When it was made. */
  at: string;
  details: Pick<OfferDetails, 'open_points'>;
};
type FormerRow = Pick<Row, 'amount' | 'market_value' | 'details'>;

/** Whether the point that a lower price is about was on the list of what could still change. */
function pointInWords({ open_point, at }: Row, { details }: FormerRow): string {
  const point = details.open_points[open_point ?? -1];
  if (!point) return 'This was not on the list of what could still change.';
  return point.until < londonDay.format(new Date(at))
    ? `This came too late: the last day for “${point.what}” was ${dayOf(point.until)}.`
    : `“${point.what}” was on the list of what could still change.`;
}

/** Whether a change has put something on the list of what may still lower the price, or given it more days. */
const isListLonger = (row: FormerRow, former: FormerRow) =>
  row.details.open_points.some(
    ({ what, until }) =>
      !former.details.open_points.some((point) => point.what === what && point.until >= until),
  );

/** What has changed while the price stayed the same. */
const otherChangeInWords = ({ market_value }: Row, former: FormerRow | undefined) =>
  former && former.market_value !== market_value
    ? `We now take ${pounds(market_value)} as the market value, and not ${pounds(former.market_value)}.`
    : 'Other terms have changed.';

const differenceInWords = (difference: number) =>
  `${pounds(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than before.`;

export const reasonInWords = ({ reason_code }: Pick<Row, 'reason_code'>): string =>
  reason_code ? ` The reason: ${REASON_WORDS[reason_code]}.` : '';

/**
 * What happened to an offer, and why.
 *
 * @param former the previous row of the lead's offers; undefined for the first one
 */
export function changeInWords(row: Row, former: FormerRow | undefined): string {
  const { amount, status } = row;
  const reason = reasonInWords(row);
  const difference = former ? amount - former.amount : 0;
  switch (status) {
    case 'made':
      if (!former) return 'Our first offer.';
      if (difference === 0) return 'A new offer.';
      return `A new offer. ${differenceInWords(difference)}${difference < 0 ? ` ${pointInWords(row, former)}` : ''}`;
    case 'accepted':
      return 'You accepted it in principle.';
    case 'declined':
      return 'You said no to it.';
    case 'withdrawn':
      return `We withdrew it.${reason}`;
    case 'changed': {
      const change =
        difference === 0
          ? `The price is the same. ${otherChangeInWords(row, former)}`
          : differenceInWords(difference);
      const point = former && difference < 0 ? ` ${pointInWords(row, former)}` : '';
      const list =
        former && isListLonger(row, former)
          ? ' The list of what may still lower the price is longer now.'
          : '';
      return `${change}${reason}${point}${list}`;
    }
  }
}
