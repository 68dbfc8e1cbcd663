import type { SiteDetails } from '../site.ts';

const isNone = (detail: string) => detail.toLowerCase() === 'none';

/** Who stands behind the firm, for the mails to sellers. A detail that is not set yet is left out. */
export function firmInWords(site: Omit<SiteDetails, 'hours'>): string {
  const { legalName, registration, registeredOffice, redressScheme, supervisor, complaintDays, email } = site;
  return [
    `${legalName}. ${registration}.`,
    registeredOffice && `Registered office: ${registeredOffice}.`,
    redressScheme && `Redress scheme: ${redressScheme}.`,
    supervisor && `Money laundering supervisor: ${supervisor}.`,
    complaintDays && `Complaints: write to ${email}. We answer in writing within ${complaintDays} days.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where the firm is registered and who supervises it, for the terms; empty until both are set. */
export function standingInWords({
  registeredOffice,
  supervisor,
}: Pick<SiteDetails, 'registeredOffice' | 'supervisor'>): string {
  return [
    registeredOffice && `Our registered office is at ${registeredOffice}.`,
    supervisor &&
      (isNone(supervisor)
        ? 'No authority supervises us under the money laundering rules.'
        : `Under the money laundering rules we are supervised by ${supervisor}.`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** What follows a complaint, for the terms. */
export function complaintInWords({
  redressScheme,
  complaintDays,
}: Pick<SiteDetails, 'redressScheme' | 'complaintDays'>): string {
  const answer = `You will have a written answer${complaintDays && ` within ${complaintDays} days`}.`;
  if (!redressScheme)
    return `${answer} If a redress scheme covers your sale, it says how to take the matter there.`;
  if (isNone(redressScheme))
    return `${answer} We belong to no redress scheme. Your council’s trading standards service can also look into it.`;
  return `${answer} If you are not content with it, you can take the matter to ${redressScheme}, our redress scheme.`;
}
