import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readPhoneNumber } from '#lead/phone-number.ts';
import { whatsAppHref } from '#src/lib/phone.ts';

/**
 * The WhatsApp link of a number that may be a mobile one, and otherwise null. The server decides, because the library's
 * data about the kinds of numbers of all countries would be a third of the desk's scripts.
 */
export function whatsAppLinkOf(typed: string): string | null {
  const number = readPhoneNumber(typed);
  if (number === undefined) return null;
  const type = parsePhoneNumberFromString(number)?.getType();
  // The library does not know the British numbers that are reserved for fiction, such as 07700 900123.
  const mayBeMobile = number.startsWith('+447') || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return mayBeMobile ? whatsAppHref(number) : null;
}
