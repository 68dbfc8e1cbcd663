/** Reads what an operator typed: each function returns the value to store, or what is wrong and what to do. */
import * as z from 'zod';
import { email } from '#lead/rules.ts';
import type { DetailName } from '../../src/create-site.ts';
import { firmSchema } from '../../src/schemas/firm.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import type { Read } from './asker.ts';

export function readText(typed: string): Read<string> {
  return typed ? { value: typed } : { problem: 'This cannot be empty: the site shows it.' };
}

/** Reads a detail of the firm. @param given the details before it */
export function readDetail(
  name: DetailName,
  typed: string,
  given: Partial<Record<DetailName, string>>,
): Read<string> {
  const read = firmSchema.safeParse({ ...DEFAULT_DETAILS, ...given, [name]: typed });
  if (read.success) return { value: read.data[name] };
  const issue = read.error.issues.find(({ path }) => path[0] === name);
  return issue ? { problem: issue.message } : { value: typed };
}

export const readOptional = (typed: string): Read<string> => ({ value: typed });

/** Reads an answer that may be "none", or empty, which is kept as an empty text. */
export const readUnlessNone =
  (read: (typed: string) => Read<string> | Promise<Read<string>>) =>
  (typed: string): Read<string> | Promise<Read<string>> =>
    /^(?:none(?: yet)?)?$/i.test(typed) ? { value: '' } : read(typed);

const emailSchema = email('', [255, '']);

export function readEmail(typed: string): Read<string> {
  const read = emailSchema.safeParse(typed);
  if (read.success) return { value: read.data };
  return { problem: `"${typed}" is not an email address. Write it like hello@firm.scot.` };
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

const MOST_DAYS = 36_500;

/** Days until something is deleted. The server also accepts 0 (for ever), which the privacy policy does not allow. */
export function readDaysKept(typed: string): Read<string> {
  const read = z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_DAYS)
    .safeParse(typed || Number.NaN);
  if (read.success) return { value: String(read.data) };
  return { problem: `"${typed}" is not a number of days. Write a whole number from 1 to ${MOST_DAYS}.` };
}

export function readUser(typed: string): Read<string> {
  if (typed === 'root') return { problem: 'The service must not run as root. Name a user of its own.' };
  if (/^[a-z_][a-z\d_-]{0,31}$/.test(typed)) return { value: typed };
  return { problem: `"${typed}" is not a user name. Use small letters, digits and hyphens.` };
}
