import { expect, test } from 'vitest';
import { createSite } from '../site.ts';
import { complaintInWords, firmInWords, standingInWords } from './firm-sentences.ts';

const SET = createSite({
  PUBLIC_SITE_REGISTERED_OFFICE: '1 High Street, Glasgow G1 1AA',
  PUBLIC_SITE_REDRESS_SCHEME: 'the Bothy Scheme',
  PUBLIC_SITE_SUPERVISOR: 'the Byre Authority',
  PUBLIC_SITE_COMPLAINT_DAYS: '56',
});
const NONE = { ...SET, redressScheme: 'None', supervisor: 'none' };
const UNSET = createSite({});

test.each<[words: (site: typeof SET) => string, site: typeof SET, expected: string]>([
  [
    firmInWords,
    SET,
    'Gable & Wynd Ltd. Registered in Scotland, company number SC000000. Registered office: 1 High Street, Glasgow G1 1AA. Redress scheme: the Bothy Scheme. Money laundering supervisor: the Byre Authority. Complaints: write to hello@gable-and-wynd.example. We answer in writing within 56 days.',
  ],
  [firmInWords, UNSET, 'Gable & Wynd Ltd. Registered in Scotland, company number SC000000.'],
  [
    standingInWords,
    SET,
    'Our registered office is at 1 High Street, Glasgow G1 1AA. Under the money laundering rules we are supervised by the Byre Authority.',
  ],
  [
    standingInWords,
    NONE,
    'Our registered office is at 1 High Street, Glasgow G1 1AA. No authority supervises us under the money laundering rules.',
  ],
  [standingInWords, UNSET, ''],
  [
    complaintInWords,
    SET,
    'You will have a written answer within 56 days. If you are not satisfied, you can take the matter to the Bothy Scheme, our redress scheme.',
  ],
  [
    complaintInWords,
    NONE,
    'You will have a written answer within 56 days. We belong to no redress scheme. Your council’s trading standards service can also look into it.',
  ],
  [
    complaintInWords,
    UNSET,
    'You will have a written answer. If a redress scheme covers your sale, it says how to take the matter there.',
  ],
])('%o of %o is "%s"', (words, site, expected) => {
  expect(words(site)).toBe(expected);
});
