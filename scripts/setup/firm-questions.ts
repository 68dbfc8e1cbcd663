import { variableOf, type DetailName } from '../../src/create-site.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import type { Asker } from './asker.ts';
import type { Variables } from './env-file.ts';
import { readDetail, readText, readUnlessNone } from './read-settings.ts';
import { isExample, standingDetail } from './standing.ts';

/** The answers so far. */
type Given = Partial<Record<DetailName, string>>;

type DetailQuestion = [
  detail: DetailName,
  message: string,
  /** What Enter answers the first time. */
  first?: (given: Given) => string | undefined,
];

/** The details that may be left out: the answer is then "none", or empty. */
const MAY_BE_NONE: readonly DetailName[] = ['closedOn', 'openOn'];

const CLOSED_ON =
  'Days on which you are closed, besides bank holidays (2026-12-24, 2026-12-29 to 2026-12-31; or none)';
const COMPLAINT_DAYS = 'Days until a complaint has its written answer (56 at most)';

const QUESTIONS: readonly DetailQuestion[] = [
  ['brand', 'The name on every page'],
  ['legalName', 'The company behind it'],
  ['phone', 'Telephone number'],
  ['messagingNumber', 'WhatsApp number', ({ phone }) => phone],
  ['email', 'Email address for visitors'],
  ['address', 'Postal address, on one line'],
  ['registration', 'Where the company is registered'],
  ['registeredOffice', 'Its registered office, on one line', ({ address }) => address],
  ['redressScheme', 'The redress scheme that you belong to (its whole name; or none)'],
  ['supervisor', 'Who supervises you under the money laundering rules (or none)'],
  ['icoNumber', 'Your number in the register of the Information Commissioner (ZA123456; or none)'],
  ['complaintDays', COMPLAINT_DAYS, () => DEFAULT_DETAILS.complaintDays],
  ['hours', 'Opening hours', () => DEFAULT_DETAILS.hours],
  ['closedOn', CLOSED_ON, () => ''],
  ['openOn', 'Bank holidays on which you are open (dates in the same way; or none)', () => ''],
  ['agencyCredit', 'Who made the site, in the footer (or "off")', () => 'off'],
];

/** Asks for what the pages say about the firm. */
export async function askAboutFirm(asker: Asker, variables: Variables): Promise<Variables> {
  asker.section('Your firm, as the pages show it');
  const given: Given = {};
  for (const [detail, message, first] of QUESTIONS) {
    given[detail] = await asker.text({
      id: detail,
      message,
      standing: standingDetail(variables, detail) ?? first?.(given),
      example: DEFAULT_DETAILS[detail],
      read: (typed) => {
        if (isExample(typed)) return { problem: `"${typed}" is only an example. Give your own.` };
        const read = (text: string) => readDetail(detail, text, given);
        if (MAY_BE_NONE.includes(detail)) return readUnlessNone(read)(typed);
        return typed ? read(typed) : readText(typed);
      },
    });
  }
  return Object.fromEntries(
    Object.entries(given).map(([detail, value]) => [variableOf(detail as DetailName), value]),
  );
}
