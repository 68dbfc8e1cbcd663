import type { OfferDetails, StandingTerms } from '#server/cases/offer-details.ts';
import type { Basis, Funds, Offer } from '../api/types.ts';
import type { Terms } from '../api/calls.ts';
import { londonDate } from '../lib/london.ts';
import { parsePounds } from '../lib/money.ts';
import { readRows } from '../ui/rows.ts';

/** Whether staff can still change an offer. This is possible after its last day too, and after the seller accepted. */
export const isOpen = ({ status }: Offer): boolean => status !== 'declined' && status !== 'withdrawn';

/** Whether the seller has neither accepted nor declined an offer, and the firm has not withdrawn it. */
export const isUndecided = ({ status }: Offer): boolean => status === 'made' || status === 'changed';

/** Whether an offer's last day has passed without a decision by the seller. @param today such as 2026-11-27 */
export const hasExpired = (offer: Offer, today: string): boolean =>
  isUndecided(offer) && offer.valid_until < today;

/** Whether the seller can accept an offer today, if it is the newest. */
export const offerStands = (offer: Offer, today: string): boolean =>
  isUndecided(offer) && offer.valid_until >= today;

/** The terms of an offer as typed. The lists are rows as JSON (`ui/RowsField.tsx`). */
export type TermValues = Record<
  | ('amount' | 'market_value' | 'basis' | 'funds' | 'conditions' | 'valid_until')
  | keyof ReturnType<typeof detailValues>,
  string
>;

type TermErrors = Partial<Record<keyof TermValues, string>>;

type Read = { ok: true; terms: Terms } | { ok: false; errors: TermErrors };

const typedRows = (rows: readonly Record<string, string | number>[]) =>
  rows.length === 0
    ? ''
    : JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
        ),
      );

/** The details of an offer as the form has them, without the points whose day has passed. @param today such as 2026-11-27 */
export function detailValues(details: Partial<OfferDetails>, today = '') {
  const { lines = [], sales = [], outlays = [], open_points = [], report, solicitor_cap } = details;
  return {
    lines: typedRows(lines),
    sales: typedRows(sales),
    report_firm: report?.firm ?? '',
    report_day: report?.day ?? '',
    buyer: details.buyer ?? '',
    funds_proved_on: details.funds_proved_on ?? '',
    solicitor_cap: solicitor_cap ? String(solicitor_cap) : '',
    outlays: typedRows(outlays),
    if_ends: details.if_ends ?? '',
    entry: details.entry ?? '',
    open_points: typedRows(open_points.filter(({ until }) => until >= today)),
    nothing_open: details.nothing_open ? 'yes' : '',
  };
}

/** The firm's terms as the form has them. */
export type StandingValues = Record<keyof StandingTerms, string>;

export function standingValues(terms: Partial<StandingTerms>): StandingValues {
  const { buyer, funds_proved_on, solicitor_cap, outlays, if_ends, entry } = detailValues(terms);
  return { buyer, funds_proved_on, solicitor_cap, outlays, if_ends, entry };
}

/** What the typed lines take off the value. An amount that cannot be read counts as nothing. */
export const sumOfLines = (lines: string): number =>
  readRows(lines).reduce((sum, { amount = '' }) => sum + (parsePounds(amount) ?? 0), 0);

/** Parses the details of an offer. @param errors gets what is wrong with each field */
function readDetails(values: ReturnType<typeof detailValues>, errors: TermErrors): OfferDetails {
  /** The rows of a list, each with all its fields. */
  function rowsOf<Name extends string>(field: keyof typeof values, names: readonly Name[], problem: string) {
    const rows = readRows(values[field]).map(
      (row) =>
        Object.fromEntries(names.map((name) => [name, row[name]?.trim() ?? ''])) as Record<Name, string>,
    );
    if (rows.some((row) => names.some((name) => row[name] === ''))) errors[field] = problem;
    return rows;
  }
  function money(field: keyof TermValues, typed: string, problem: string): number {
    const amount = parsePounds(typed);
    if (amount === undefined) errors[field] ??= problem;
    return amount ?? 0;
  }
  const lines = rowsOf('lines', ['what', 'amount', 'source'], 'Fill in each line, or remove it.');
  const sales = rowsOf('sales', ['street', 'month', 'price', 'type'], 'Fill in each sale, or remove it.');
  const outlays = rowsOf('outlays', ['what', 'payer'], 'Fill in each outlay, or remove it.');
  const points = rowsOf('open_points', ['what', 'until'], 'Fill in each point, or remove it.');
  if (points.length === 0 && values.nothing_open !== 'yes')
    errors.open_points = 'Add a point, or say that there is nothing that you know of.';
  if (sales.some(({ street }) => /\d/.test(street))) errors.sales = 'Leave out the house number.';
  if (outlays.length === 0) errors.outlays = 'Name at least one outlay, such as searches, and who pays it.';
  if (values.if_ends.trim() === '') errors.if_ends = 'Say what each side bears if either withdraws.';
  if ((values.report_firm === '') !== (values.report_day === ''))
    errors[values.report_firm === '' ? 'report_firm' : 'report_day'] =
      'Give both the firm and the date of the report.';
  return {
    lines: lines.map((row) => ({
      what: row.what,
      amount: money('lines', row.amount, 'Write each amount in whole pounds, like 4,500.'),
      source: row.source as OfferDetails['lines'][number]['source'],
    })),
    sales: sales.map((row) => ({
      ...row,
      price: money('sales', row.price, 'Write each price in whole pounds, like 172,000.'),
    })),
    report: values.report_firm === '' ? null : { firm: values.report_firm, day: values.report_day },
    buyer: values.buyer.trim() || null,
    funds_proved_on: values.funds_proved_on || null,
    solicitor_cap:
      money('solicitor_cap', values.solicitor_cap, 'Write it in whole pounds, like 1,200.') || null,
    outlays: outlays as OfferDetails['outlays'],
    if_ends: values.if_ends.trim() || null,
    entry: values.entry.trim() || null,
    open_points: points,
    nothing_open: points.length === 0,
  };
}

/** Parses the firm's terms, or says what is wrong with each field. Unlike in an offer, each may be left empty. */
export function readStandingTerms(values: StandingValues) {
  const problems: TermErrors = {};
  const details = readDetails({ ...detailValues({}), ...values }, problems);
  const names = Object.keys(values) as (keyof StandingTerms)[];
  const isWrong = (name: keyof StandingTerms) =>
    problems[name] !== undefined && !['', '[]'].includes(values[name]);
  return {
    terms: Object.fromEntries(names.map((name) => [name, details[name]])) as StandingTerms,
    errors: Object.fromEntries(names.filter(isWrong).map((name) => [name, problems[name]])) as TermErrors,
  };
}

/** Parses the terms of an offer, or says what is wrong with each field. */
export function readTerms(values: TermValues, nowMs: number): Read {
  const amount = parsePounds(values.amount);
  const marketValue = parsePounds(values.market_value);
  const errors: TermErrors = {};
  const details = readDetails(values, errors);
  if (amount === undefined) errors.amount = 'Write the offer in whole pounds, like 148,000.';
  if (marketValue === undefined)
    errors.market_value = 'Write the market value in whole pounds, like 185,000.';
  if (amount !== undefined && marketValue !== undefined) {
    if (amount > marketValue) errors.amount = 'The offer is more than the market value. Correct one of them.';
    else if (sumOfLines(values.lines) > marketValue - amount)
      errors.lines ??= 'The lines come to more than the difference between the value and the offer.';
  }
  if (values.basis === '') errors.basis = 'Choose what the market value is based on.';
  if (values.basis === 'comparables' && details.sales.length === 0)
    errors.sales = 'Name at least one sale, or say that the value is your own view.';
  if (values.funds === '') errors.funds = 'Choose whose money it is.';
  if (values.valid_until === '') errors.valid_until = 'Choose the last day of the offer.';
  else if (values.valid_until < londonDate(nowMs)) errors.valid_until = 'That day has passed.';
  if (details.open_points.some(({ until }) => until < londonDate(nowMs) || until > values.valid_until))
    errors.open_points ??= 'Give each point a day from today to the last day of the offer.';
  if (amount === undefined || marketValue === undefined || Object.keys(errors).length > 0) {
    return { ok: false, errors };
  }
  return {
    ok: true,
    terms: {
      amount,
      market_value: marketValue,
      basis: values.basis as Basis,
      funds: values.funds as Funds,
      conditions: values.conditions.trim() || null,
      valid_until: values.valid_until,
      details,
    },
  };
}
