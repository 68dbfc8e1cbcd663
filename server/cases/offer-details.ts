import * as z from 'zod';
import { LINE_SOURCES, PAYERS } from '../database/codes.ts';
import { code, day, optional, text } from '../http/json.ts';

/** One line of text that must not be empty. */
const words = (message: string, pattern = /./) =>
  text
    .transform((typed) => typed.trim())
    .pipe(
      z
        .string()
        .max(200, 'This is longer than 200 characters.')
        .regex(/^[^\n\r]+$/, message)
        .regex(pattern, message),
    );
/** Whole pounds, more than nothing. */
export const pounds = (message: string) => z.int(message).min(1, message).max(100_000_000, message);

/** Everything that an offer says besides its price: the parts that the seller reads, as staff typed them. */
export const offerDetails = z.object({
  /** What is taken off the market value. The rest of the difference to the offer is the firm's fee and margin. */
  lines: z
    .array(
      z.object({
        what: words('Say what each line is for.'),
        amount: pounds('Give each line’s amount in whole pounds.'),
        source: code(LINE_SOURCES, 'Choose where each line’s amount is from.'),
      }),
    )
    .max(12, 'An offer has at most 12 lines.')
    .default([]),
  /** The sales on which the market value rests. */
  sales: z
    .array(
      z.object({
        /** Without a house number, so that no household is named. */
        street: words('Give each sale’s street and town, without a number.', /^\D*$/),
        month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Give each sale’s month, like 2026-05.'),
        price: pounds('Give each sale’s price in whole pounds.'),
        type: words('Say what kind of home each sale was.'),
      }),
    )
    .max(8, 'An offer has at most 8 sales.')
    .default([]),
  /** The report on which the market value rests. */
  report: optional(z.object({ firm: words('Name the firm that made the report.'), day })),
  /** Who buys, if not the firm itself. */
  buyer: optional(words('Name the buyer.')),
  /** The day of the proof that the money is there. */
  funds_proved_on: optional(day),
  /** The most that the firm pays for the seller's solicitor, in pounds with VAT. */
  solicitor_cap: optional(pounds('Give the most that we pay for their solicitor in whole pounds.')),
  outlays: z
    .array(
      z.object({ what: words('Name each outlay.'), payer: code(PAYERS, 'Choose who pays each outlay.') }),
    )
    .max(8, 'An offer has at most 8 outlays.')
    .default([]),
  /** What each side bears if it withdraws. */
  if_ends: optional(text.max(2000, 'What each side bears is longer than 2,000 characters.')),
  /** The date of entry, or how it is agreed. */
  entry: optional(words('Say when the home changes hands.')),
  /** What may still lower the price, each until a day. */
  open_points: z
    .array(z.object({ what: words('Name each open point.'), until: day }))
    .max(8, 'An offer has at most 8 open points.')
    .default([]),
  /** Whether staff have said that nothing else may lower the price. An offer has this or an open point. */
  nothing_open: z.boolean().default(false),
});

export type OfferDetails = z.infer<typeof offerDetails>;

/** Those of an offer without any. */
export const NO_DETAILS: OfferDetails = offerDetails.parse({});

/** The details that may be the firm's terms, with which the form of each offer begins (`standing-terms.ts`). */
export const standingTerms = offerDetails.pick({
  buyer: true,
  funds_proved_on: true,
  solicitor_cap: true,
  outlays: true,
  if_ends: true,
  entry: true,
});

export type StandingTerms = z.infer<typeof standingTerms>;
