import type { Inputs } from './calculate.ts';
import { numberOf, numbersOf } from './figures.ts';
import { pounds } from './pounds.ts';

/** VAT is an input of the calculation but not a form field. */
export type InputName = Exclude<keyof Inputs, 'vat'>;

type Unit = 'pounds' | 'percent' | 'months';

export type Field = {
  name: InputName;
  /** The field's parameter in the URL fragment. */
  key: string;
  label: string;
  hint?: string;
  /** The id of the claim behind the default, without the prefix `sum-`. */
  claim?: string;
  unit: Unit;
  min: number;
  max: number;
  /** `by value`: the field is empty by default, which means the usual Home Report price for the home's value. */
  defaultValue: number | 'by value';
};

/** The lowest and the highest number that a field accepts, unless the field sets its own. */
const LIMITS: Record<Unit, [number, number]> = {
  pounds: [0, 1_000_000],
  percent: [0, 100],
  months: [0, 120],
};

type Options = Partial<Pick<Field, 'hint' | 'claim' | 'min' | 'max' | 'defaultValue'>>;

function field(
  name: InputName,
  key: string,
  unit: Unit,
  label: string,
  defaultValue: Field['defaultValue'],
  options: Options = {},
): Field {
  const [min, max] = LIMITS[unit];
  return { name, key, unit, label, defaultValue, min, max, ...options };
}

/** A field whose default is the number in a claim. */
const sourced = (
  name: InputName,
  key: string,
  unit: Unit,
  label: string,
  claim: string,
  options: Options = {},
) => field(name, key, unit, label, numberOf(claim), { claim, ...options });

/** The fields that are always shown. */
export const MAIN_FIELDS: readonly Field[] = [
  sourced('value', 'v', 'pounds', 'What your home could sell for (£)', 'price', {
    hint: 'From your Home Report, or your best guess.',
    min: 1000,
    max: 20_000_000,
  }),
  sourced('agentMonths', 'm', 'months', 'Months until an agent’s sale pays you', 'agent-months'),
  sourced('monthlyCosts', 'h', 'pounds', 'What the home costs you each month (£)', 'bills', {
    hint: 'Mortgage interest, council tax, insurance, factor, heating.',
    max: 50_000,
  }),
  sourced('cashShare', 'c', 'percent', 'Cash offer, as a share of that price (%)', 'cash-share', {
    min: 1,
  }),
];

/** The fields below "Change the other figures". */
export const MORE_FIELDS: readonly { heading: string; fields: readonly Field[] }[] = [
  {
    heading: 'Selling through an agent',
    fields: [
      sourced('agentFee', 'af', 'percent', 'Agent’s commission before VAT (%)', 'agent-fee', { max: 20 }),
      field('agentExtras', 'ax', 'pounds', 'Agent’s other charges before VAT (£)', 0, {
        hint: 'Photographs, property websites, a board. We assume that the commission covers them.',
      }),
      field('homeReport', 'hr', 'pounds', 'Home Report (£)', 'by value', {
        hint: 'Leave this empty for the usual price at your home’s value. Type 0 if you have a report that is still valid.',
        claim: 'home-report',
      }),
      sourced('solicitor', 's', 'pounds', 'Your solicitor, with VAT and searches (£)', 'solicitor'),
      sourced('cutChance', 'pc', 'percent', 'How likely you are to cut the asking price (%)', 'cut-chance'),
      sourced('cutSize', 'ps', 'percent', 'How much such a cut takes off (%)', 'cut-size'),
      sourced('fallChance', 'fc', 'percent', 'How likely a sale is to fall through (%)', 'fall-chance'),
      sourced('fallMonths', 'fm', 'months', 'Months lost if it falls through', 'fall-months'),
      sourced('fallCost', 'fx', 'pounds', 'Wasted costs if it falls through (£)', 'fall-cost'),
    ],
  },
  {
    heading: 'Selling to a cash buyer',
    fields: [
      field('cashLegal', 'cl', 'pounds', 'Legal costs that you pay yourself (£)', 0, {
        hint: 'We pay your solicitor’s standard fee, up to the sum in the offer. Other buyers may not.',
      }),
      field('energyCertificate', 'e', 'pounds', 'Energy certificate, if you need one (£)', 0, {
        hint: 'We assume that you have one.',
        claim: 'energy-certificate',
      }),
      sourced('cashMonths', 'cm', 'months', 'Months until a cash sale pays you', 'cash-months'),
    ],
  },
  {
    heading: 'Selling at auction',
    fields: [
      sourced(
        'auctionShare',
        'as',
        'percent',
        'Auction price, as a share of the value (%)',
        'auction-share',
        {
          min: 1,
        },
      ),
      sourced('auctionFee', 'xf', 'percent', 'Auctioneer’s commission before VAT (%)', 'auction-fee', {
        max: 20,
      }),
      sourced('auctionEntry', 'xe', 'pounds', 'Entry fee before VAT (£)', 'auction-entry'),
      sourced('auctionMonths', 'xm', 'months', 'Months until an auction sale pays you', 'auction-months'),
    ],
  },
  {
    heading: 'Whichever way you sell',
    fields: [
      field('mortgage', 'd', 'pounds', 'Mortgage left to pay off (£)', 0, {
        hint: 'With any early repayment charge. It is the same each way.',
        max: 20_000_000,
      }),
    ],
  },
];

export const FIELDS: readonly Field[] = [...MAIN_FIELDS, ...MORE_FIELDS.flatMap(({ fields }) => fields)];

/** A field's label without its unit: "Home Report" for "Home Report (£)". */
export const labelWithoutUnit = ({ label }: Field): string => label.replace(/ \([£%]\)$/, '');

export type Texts = Record<InputName, string>;

const textOf = (number: number) => number.toLocaleString('en-GB', { maximumFractionDigits: 2 });

export const defaultText = ({ defaultValue }: Field): string =>
  defaultValue === 'by value' ? '' : textOf(defaultValue);

export const DEFAULT_TEXTS = Object.fromEntries(
  FIELDS.map((each) => [each.name, defaultText(each)]),
) as Texts;

/**
 * The usual price of a Home Report for a home of this value. The numbers in the claim's text alternate: a price, then
 * the home value up to which it applies. Above the last limit, the last price applies.
 */
export function homeReportPrice(value: number): number {
  const [prices, limits] = [0, 1].map((parity) =>
    numbersOf('home-report').filter((_, index) => index % 2 === parity),
  );
  const band = limits?.findIndex((limit) => value <= limit) ?? -1;
  return prices?.at(band) ?? 0;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads "£190,000", "190k", "1.18 %" and "3 months". It also reads "−5", so that the error message for a negative
 * number can name the limits.
 */
function numberIn(text: string): number | undefined {
  const plain = text
    .toLowerCase()
    .replace(/[−–]/g, '-')
    .replace(/[£,\s%]|months?$/g, '');
  const digits = plain.replace(/k$/, '');
  if (!NUMBER.test(digits)) return undefined;
  return Number(digits) * (digits === plain ? 1 : 1000);
}

function limitText(number: number, unit: Unit): string {
  if (unit === 'pounds') return pounds(number);
  return unit === 'percent' ? `${number}%` : `${number} months`;
}

type Reading = { ok: true; number: number | undefined } | { ok: false; error: string };

/** Reads one field. `number` is undefined for an empty field whose default is `by value`. */
export function readField({ defaultValue, unit, min, max }: Field, text: string): Reading {
  if (text.trim() === '' && defaultValue === 'by value') return { ok: true, number: undefined };
  const number = numberIn(text);
  if (number !== undefined && number >= min && number <= max) return { ok: true, number };
  const example = defaultValue === 'by value' ? '510' : textOf(defaultValue);
  return {
    ok: false,
    error:
      number === undefined
        ? `Write a number here, such as ${example}.`
        : `Write a number from ${limitText(min, unit)} to ${limitText(max, unit)}.`,
  };
}

type Result = { ok: true; inputs: Inputs } | { ok: false; errors: Partial<Record<InputName, string>> };

export function readInputs(texts: Texts): Result {
  const errors: Partial<Record<InputName, string>> = {};
  const numbers: Partial<Inputs> = {};
  for (const each of FIELDS) {
    const reading = readField(each, texts[each.name]);
    if (!reading.ok) errors[each.name] = reading.error;
    else if (reading.number !== undefined) numbers[each.name] = reading.number;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const { value = 0, homeReport = homeReportPrice(value) } = numbers;
  return { ok: true, inputs: { ...(numbers as Inputs), homeReport, vat: numberOf('vat') } };
}

/** The inputs of the worked example: all fields at their defaults. */
export function defaultInputs(): Inputs {
  const result = readInputs(DEFAULT_TEXTS);
  if (!result.ok) throw new Error('A default of the calculator is outside the limits of its field.');
  return result.inputs;
}
