import type { SiteDetails } from '../site.ts';

import { longDate } from './dates.ts';

const NO_SCHEME = 'We belong to no redress scheme.';
const NO_SUPERVISOR = 'No authority supervises us under the money laundering rules.';

/** "one day", "10 days", "8 weeks". */
function inDays(days: string): string {
  const weeks = Number(days) / 7;
  if (Number.isInteger(weeks) && weeks > 1) return `${weeks} weeks`;
  return days === '1' ? 'one day' : `${days} days`;
}

const isNone = (detail: string) => detail.toLowerCase() === 'none';

/**
 * The opening hours, as part of a sentence: "Mon–Fri 09:00–18:00". New ones are announced in it, so that the sentence
 * stays true on their first day, without another build.
 */
export function hoursInWords({ hours, nextHours }: Pick<SiteDetails, 'hours' | 'nextHours'>): string {
  return nextHours ? `${hours}; from ${longDate(new Date(nextHours.from))}: ${nextHours.hours}` : hours;
}

/** Who stands behind the firm, for the mails to sellers. A detail that is not set yet is left out. */
export function firmInWords(site: Omit<SiteDetails, 'hours' | 'nextHours'>): string {
  const { legalName, registration, registeredOffice, redressScheme, supervisor, complaintDays, email } = site;
  return [
    `${legalName}. ${registration}.`,
    registeredOffice && `Registered office: ${registeredOffice}.`,
    redressScheme && (isNone(redressScheme) ? NO_SCHEME : `Redress scheme: ${redressScheme}.`),
    supervisor && (isNone(supervisor) ? NO_SUPERVISOR : `Money laundering supervisor: ${supervisor}.`),
    `Complaints: write to ${email}. We answer in writing within ${inDays(complaintDays)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where the firm is registered and who supervises it, for the terms. What is not set yet is left out. */
export function standingInWords({
  registeredOffice,
  supervisor,
}: Pick<SiteDetails, 'registeredOffice' | 'supervisor'>): string {
  return [
    registeredOffice && `Our registered office is at ${registeredOffice}.`,
    supervisor &&
      (isNone(supervisor)
        ? NO_SUPERVISOR
        : `Under the money laundering rules we are supervised by ${supervisor}.`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Our entry in the data protection register, for the privacy policy. Left out if it is not set yet, or if there is none. */
export const icoInWords = ({ icoNumber }: Pick<SiteDetails, 'icoNumber'>): string =>
  icoNumber && !isNone(icoNumber)
    ? `We are in the Information Commissioner’s register of data protection fee payers as ${icoNumber.toUpperCase()}.`
    : '';

/** By when we answer a complaint, and to whom to turn afterwards, for the terms and the seller's page. */
export function complaintInWords({
  redressScheme,
  complaintDays,
}: Pick<SiteDetails, 'redressScheme' | 'complaintDays'>): [answer: string, afterwards: string] {
  const unsatisfied = 'If you are not satisfied, or our answer is late,';
  const others =
    'your council’s trading standards service can look into it, and Citizens Advice Scotland advises you free of charge.';
  return [
    `You will have a written answer within ${inDays(complaintDays)}.`,
    redressScheme && !isNone(redressScheme)
      ? `${unsatisfied} you can take the matter to ${redressScheme}, our redress scheme. Also, ${others}`
      : `${redressScheme ? `${NO_SCHEME} ` : ''}${unsatisfied} ${others}`,
  ];
}
