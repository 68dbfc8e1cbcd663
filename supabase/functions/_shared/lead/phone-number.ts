import {
  parseIncompletePhoneNumber,
  parsePhoneNumberFromString,
  type MetadataJson,
} from 'libphonenumber-js/core';

/**
 * The library's data about British numbers: country code, international prefix, digits, lengths, national prefix. The
 * library's file for all countries is larger than the rest of the library.
 */
export const BRITISH_METADATA = {
  version: 4,
  country_calling_codes: { 44: ['GB'] },
  countries: {
    GB: ['44', '00', '[1-357-9]\\d{9}|[18]\\d{8}|8\\d{6}', [7, 9, 10], [], '0', 0, '0|180020'],
  },
} as unknown as MetadataJson;

const LETTER_O = /(?<!\p{L})o(?!\p{L})/giu;

/** The part of a text before the first letter after at least ten digits: "07700 900123 " of "07700 900123 after 6". */
const BEFORE_REMARK = /^(?:\P{Nd}*\p{Nd}){10}\P{L}*/u;

/** @see https://www.itu.int/rec/T-REC-E.164 */
const INTERNATIONAL = /^\+(?!44)[1-9]\d{6,14}$/;

/**
 * Reads a telephone number in any way that people type it. A number without a country code is taken for a British one.
 * An extension is left out, because telephones dial it in different ways. `phoneKey` reads numbers in the same way, to find
 * a person's leads.
 *
 * @returns the number with its country code (E.164), such as +447700900123; undefined if the text has no number that can be
 *   dialled
 */
export function readPhoneNumber(typed: string): string | undefined {
  const withZeros = typed.replace(LETTER_O, '0');
  const text = BEFORE_REMARK.exec(withZeros)?.[0] ?? withZeros;
  const british = parsePhoneNumberFromString(text, 'GB', BRITISH_METADATA);
  // 09 is for premium rates, which no seller has. A telephone that dials 999 999 9999 calls the police.
  if (british?.isValid() && !british.nationalNumber.startsWith('9')) return british.number;
  const number = parseIncompletePhoneNumber(text.replace('(0)', '')).replace(/^00/, '+');
  return INTERNATIONAL.test(number) ? number : undefined;
}

/** Arabic-Indic and Persian digits; the normalisation NFKC replaces full-width ones. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const AFTER_WHOLE_NUMBER = /^(?:[^0-9]*[0-9]){10}\P{L}*/u;
const EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*[0-9]{1,6}\s*$/i;
/** Words such as "mobile" and "tel.", but not a letter O that was typed for a zero. */
const WORD = /\p{L}*[a-np-z]\p{L}*/giu;

/**
 * The normalised form of a telephone number, for finding a person's leads: `+44 (0)131 496 0123`, `0044 131…`, `O131…` (a
 * letter O), `０１３１…`, `0131… x2` (an extension) and `0131… after 6` become equal. Unlike `readPhoneNumber`, it also reads
 * a number that cannot be dialled. Numbers of other countries keep their +, so that they do not match a British number.
 *
 * @returns null if there is no digit in the text
 */
export function phoneKey(typed: string): string | null {
  const digits = typed
    .normalize('NFKC')
    .replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(LETTER_O, '0');
  const key = (AFTER_WHOLE_NUMBER.exec(digits)?.[0] ?? digits)
    .replace(EXTENSION, '')
    .replace(WORD, '')
    .replace(/o/gi, '0')
    .replace(/[^0-9+]/g, '')
    .replace(/^00/, '+')
    .replace(/^(?:\+?44)?0?/, '');
  return key === '' ? null : key;
}
