import { DEFAULT_DETAILS, variableOf, type SiteDetails } from '../../src/site.ts';
import type { Asker, Read } from './asker.ts';
import type { Variables } from './env-file.ts';
import {
  readClosedOn,
  readComplaintDays,
  readEmail,
  readHours,
  readOpenOn,
  readPhone,
  readPostalAddress,
  readRegistration,
  readText,
  readUnlessNone,
} from './read-settings.ts';
import { isExample, standingDetail } from './standing.ts';

type DetailQuestion = {
  detail: keyof SiteDetails;
  message: string;
  read: (typed: string) => Read<string> | Promise<Read<string>>;
  standing?: string | undefined;
};

/** Asks for what the pages say about the firm. */
export async function askAboutFirm(asker: Asker, variables: Variables): Promise<Variables> {
  asker.section('Your firm, as the pages show it');
  const answers: Record<string, string> = {};

  async function ask({
    detail,
    message,
    read,
    standing = standingDetail(variables, detail),
  }: DetailQuestion) {
    const value = await asker.text({
      id: detail,
      message,
      standing,
      example: DEFAULT_DETAILS[detail],
      read: (typed) =>
        isExample(typed) ? { problem: `"${typed}" is only an example. Give your own.` } : read(typed),
    });
    answers[variableOf(detail)] = value;
    return value;
  }

  await ask({ detail: 'brand', message: 'The name on every page', read: readText });
  await ask({ detail: 'legalName', message: 'The company behind it', read: readText });
  const phone = await ask({ detail: 'phone', message: 'Telephone number', read: readPhone });
  await ask({
    detail: 'messagingNumber',
    message: 'WhatsApp number',
    read: readPhone,
    standing: standingDetail(variables, 'messagingNumber') ?? phone,
  });
  await ask({ detail: 'email', message: 'Email address for visitors', read: readEmail });
  const address = await ask({
    detail: 'address',
    message: 'Postal address, on one line',
    read: readPostalAddress,
  });
  await ask({ detail: 'registration', message: 'Where the company is registered', read: readRegistration });
  await ask({
    detail: 'registeredOffice',
    message: 'Its registered office, on one line',
    read: readPostalAddress,
    standing: standingDetail(variables, 'registeredOffice') ?? address,
  });
  await ask({
    detail: 'redressScheme',
    message: 'The redress scheme that you belong to (its whole name; or none)',
    read: readText,
  });
  await ask({
    detail: 'supervisor',
    message: 'Who supervises you under the money laundering rules (or none)',
    read: readText,
  });
  await ask({
    detail: 'complaintDays',
    message: 'Days until a complaint has its written answer (56 at most)',
    read: readComplaintDays,
    standing: standingDetail(variables, 'complaintDays') ?? DEFAULT_DETAILS.complaintDays,
  });
  await ask({
    detail: 'hours',
    message: 'Opening hours',
    read: readHours,
    standing: standingDetail(variables, 'hours') ?? DEFAULT_DETAILS.hours,
  });
  const closedOn = await ask({
    detail: 'closedOn',
    message:
      'Days on which you are closed, besides bank holidays (2026-12-24, 2026-12-29 to 2026-12-31; or none)',
    read: readUnlessNone(readClosedOn),
    standing: standingDetail(variables, 'closedOn') ?? '',
  });
  await ask({
    detail: 'openOn',
    message: 'Bank holidays on which you are open (dates in the same way; or none)',
    read: readUnlessNone((typed) => readOpenOn(typed, closedOn)),
    standing: standingDetail(variables, 'openOn') ?? '',
  });
  await ask({
    detail: 'agencyCredit',
    message: 'Who made the site, in the footer (or "off")',
    read: readText,
    standing: standingDetail(variables, 'agencyCredit') ?? 'off',
  });
  return answers;
}
