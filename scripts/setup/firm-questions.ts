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

/** The answers so far. */
type Given = Partial<Record<keyof SiteDetails, string>>;

type DetailQuestion = [
  detail: keyof SiteDetails,
  message: string,
  read: (typed: string, given: Given) => Read<string> | Promise<Read<string>>,
  /** What Enter answers the first time. */
  first?: (given: Given) => string | undefined,
];

const CLOSED_ON =
  'Days on which you are closed, besides bank holidays (2026-12-24, 2026-12-29 to 2026-12-31; or none)';
const COMPLAINT_DAYS = 'Days until a complaint has its written answer (56 at most)';

const readOpenDays: DetailQuestion[2] = (typed, { closedOn = '' }) =>
  readUnlessNone((days) => readOpenOn(days, closedOn))(typed);

const QUESTIONS: readonly DetailQuestion[] = [
  ['brand', 'The name on every page', readText],
  ['legalName', 'The company behind it', readText],
  ['phone', 'Telephone number', readPhone],
  ['messagingNumber', 'WhatsApp number', readPhone, ({ phone }) => phone],
  ['email', 'Email address for visitors', readEmail],
  ['address', 'Postal address, on one line', readPostalAddress],
  ['registration', 'Where the company is registered', readRegistration],
  ['registeredOffice', 'Its registered office, on one line', readPostalAddress, ({ address }) => address],
  ['redressScheme', 'The redress scheme that you belong to (its whole name; or none)', readText],
  ['supervisor', 'Who supervises you under the money laundering rules (or none)', readText],
  ['complaintDays', COMPLAINT_DAYS, readComplaintDays, () => DEFAULT_DETAILS.complaintDays],
  ['hours', 'Opening hours', readHours, () => DEFAULT_DETAILS.hours],
  ['closedOn', CLOSED_ON, readUnlessNone(readClosedOn), () => ''],
  ['openOn', 'Bank holidays on which you are open (dates in the same way; or none)', readOpenDays, () => ''],
  ['agencyCredit', 'Who made the site, in the footer (or "off")', readText, () => 'off'],
];

/** Asks for what the pages say about the firm. */
export async function askAboutFirm(asker: Asker, variables: Variables): Promise<Variables> {
  asker.section('Your firm, as the pages show it');
  const given: Given = {};
  for (const [detail, message, read, first] of QUESTIONS) {
    given[detail] = await asker.text({
      id: detail,
      message,
      standing: standingDetail(variables, detail) ?? first?.(given),
      example: DEFAULT_DETAILS[detail],
      read: (typed) =>
        isExample(typed) ? { problem: `"${typed}" is only an example. Give your own.` } : read(typed, given),
    });
  }
  return Object.fromEntries(
    Object.entries(given).map(([detail, value]) => [variableOf(detail as keyof SiteDetails), value]),
  );
}
