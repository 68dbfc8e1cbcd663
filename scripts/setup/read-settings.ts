/** Reads what an operator typed: each function returns the value to store, or what is wrong and what to do. */
import * as z from 'zod';
import { email } from '#lead/rules.ts';
import { readPhoneNumber } from '#lead/phone-number.ts';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { parseDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { MOST_COMPLAINT_DAYS } from '../../src/site.ts';
import { messageOf } from '../error-text.ts';
import type { Read } from './asker.ts';

export function readText(typed: string): Read<string> {
  return typed ? { value: typed } : { problem: 'This cannot be empty: the site shows it.' };
}

export const readOptional = (typed: string): Read<string> => ({ value: typed });

/** Reads an answer that may be "none", or empty, which is kept as an empty text. */
export const readUnlessNone =
  (read: (typed: string) => Read<string> | Promise<Read<string>>) =>
  (typed: string): Read<string> | Promise<Read<string>> =>
    /^(?:none(?: yet)?)?$/i.test(typed) ? { value: '' } : read(typed);

export function readPhone(typed: string): Read<string> {
  if (readPhoneNumber(typed)) return { value: typed };
  return {
    problem: `"${typed}" cannot be dialled. Write the number with its area code, such as 0131 496 0123.`,
  };
}

const emailSchema = email('', [255, '']);

export function readEmail(typed: string): Read<string> {
  const read = emailSchema.safeParse(typed);
  if (read.success) return { value: read.data };
  return { problem: `"${typed}" is not an email address. Write it like hello@firm.scot.` };
}

export function readPostalAddress(typed: string): Read<string> {
  if (/[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(typed)) return { value: typed };
  return {
    problem: `"${typed}" does not end with a postcode. Write the whole address on one line, the postcode last.`,
  };
}

/** Removes a full stop at the end, because the page adds one. */
export function readRegistration(typed: string): Read<string> {
  if (/\d{6}|sole trader|partnership/i.test(typed)) return { value: typed.replace(/\.$/, '') };
  return {
    problem: `"${typed}" has no company number. Write it like "Registered in Scotland, company number SC123456".`,
  };
}

/** @param parse throws an error with a message for the operator, if it cannot read the text */
const readWith =
  (parse: (text: string) => unknown) =>
  (typed: string): Read<string> => {
    try {
      parse(typed);
      return { value: typed };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };

export const readHours = readWith(parseOpeningHours);

export const readClosedOn = readWith(parseDays);

/** @param closedOn the days on which the firm is closed */
export function readOpenOn(typed: string, closedOn: string): Read<string> {
  const read = readClosedOn(typed);
  if ('problem' in read) return read;
  const days = parseDays(typed);
  const workday = days.find((day) => !bankHolidays().has(day));
  if (workday)
    return { problem: `${workday} is not a bank holiday in Scotland. Name only bank holidays here.` };
  const both = days.find((day) => parseDays(closedOn).includes(day));
  if (both) return { problem: `${both} is also among the days on which you are closed. Name it once.` };
  return read;
}

/** A host name without https://, such as firm.scot. */
export function readDomain(typed: string): Read<string> {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  const isHostName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(url?.hostname ?? '');
  if (!url || !isHostName || url.pathname !== '/' || url.port || url.username) {
    return { problem: `"${typed}" is not a domain. Write only its name, such as firm.scot.` };
  }
  if (url.hostname.endsWith('.example') || url.hostname.endsWith('.localhost')) {
    return {
      problem: `${url.hostname} is an example, which nobody can reach. Write the domain that you own.`,
    };
  }
  return { value: url.hostname };
}

/** Passkeys are bound to the host name, so the desk cannot share the site's. */
export function readDeskDomain(typed: string, siteDomain: string): Read<string> {
  const read = readDomain(typed);
  const isTaken = 'value' in read && [siteDomain, alternativeOf(siteDomain)].includes(read.value);
  if (!isTaken) return read;
  return {
    problem: `${read.value} is the site's. The desk needs a name of its own, such as desk.${siteDomain}.`,
  };
}

/** The name that redirects to a site: with www for a domain without, and without www for a domain with it. */
export const alternativeOf = (domain: string) =>
  domain.startsWith('www.') ? domain.slice('www.'.length) : `www.${domain}`;

export function readPortNumber(typed: string): Read<number> {
  const port = Number(typed);
  if (/^\d+$/.test(typed) && port >= 1 && port <= 65_535) return { value: port };
  return { problem: `"${typed}" is not a port. Write a number from 1 to 65535.` };
}

const readDays =
  (most: number) =>
  (typed: string): Read<string> => {
    const read = z.coerce
      .number()
      .int()
      .min(1)
      .max(most)
      .safeParse(typed || Number.NaN);
    if (read.success) return { value: String(read.data) };
    return { problem: `"${typed}" is not a number of days. Write a whole number from 1 to ${most}.` };
  };

/** Days until something is deleted. The server also accepts 0 (for ever), which the privacy policy does not allow. */
export const readDaysKept = readDays(36_500);

export const readComplaintDays = readDays(MOST_COMPLAINT_DAYS);

export function readUser(typed: string): Read<string> {
  if (typed === 'root') return { problem: 'The service must not run as root. Name a user of its own.' };
  if (/^[a-z_][a-z\d_-]{0,31}$/.test(typed)) return { value: typed };
  return { problem: `"${typed}" is not a user name. Use small letters, digits and hyphens.` };
}
