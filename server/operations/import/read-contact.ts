import { findNumbers } from 'libphonenumber-js/core';
import * as z from 'zod';
import { BRITISH_METADATA } from '#lead/phone-number.ts';

const NOTHING = /^(?:n\/?a|none|nil|null|unknown|not (?:known|given|applicable)|tbc|[-–—?.]+)$/i;

export const isNothing = (text: string): boolean => text === '' || NOTHING.test(text);

/** A telephone number that a program has taken for a decimal number: "7700900214.0". */
const DECIMAL_NUMBER = /^(\+?\d+)[.,]0+$/;

/**
 * Whether a text may be a telephone number. "None yet" is none, and neither is a number that a spreadsheet has rounded,
 * such as 4.41315E+11.
 */
const isNumber = (text: string) =>
  text.replace(/\D/g, '').length >= 8 && !/\de\+?\d|@/i.test(text) && text.length >= 10 && text.length <= 20;

/**
 * The first telephone number of a cell, as it was written: "0131 496 0101" of "0131 496 0101 / 07700 900101 (wife)". A
 * British number that a spreadsheet has taken its zero from gets it back.
 */
export function readPhone(cell: string): string | undefined {
  const text = cell
    .replace(DECIMAL_NUMBER, '$1')
    // A comma would be read as the beginning of an extension, and the zero or plus of a next number as more digits.
    .replace(/[,;|\n]/g, ' / ')
    .replace(/(?<=\d{4}) (?=(?:0[1-9]|\+)\d{2})/g, ' / ');
  const [found] = findNumbers(text, { defaultCountry: 'GB', v2: true }, BRITISH_METADATA);
  if (!found) return isNumber(text) ? text : undefined;
  const written = text.slice(found.startsAt, found.endsAt);
  const { number, nationalNumber } = found.number;
  const whole = written.replace(/\D/g, '') === nationalNumber ? `0${written}` : written;
  return isNumber(whole) ? whole : number;
}

const EMAIL = /[^\s<>()[\]:;,"]+@[^\s<>()[\]:;,"]+/g;
const emailSchema = z.email().max(255);

/** The first e-mail address of a cell: mairi@example.com of "home: mairi@example.com". */
export const readEmail = (cell: string): string | undefined =>
  cell
    .match(EMAIL)
    ?.map((part) => part.replace(/^'+|[.'!?]+$/g, ''))
    .find((part) => emailSchema.safeParse(part).success);
