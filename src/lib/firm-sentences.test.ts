import { expect, test } from 'vitest';
import { createSite } from '../create-site.ts';
import {
  complaintInWords,
  firmInWords,
  hoursInWords,
  icoInWords,
  standingInWords,
} from './firm-sentences.ts';

const SET = createSite({
  PUBLIC_SITE_REGISTERED_OFFICE: '1 High Street, Glasgow G1 1AA',
  PUBLIC_SITE_REDRESS_SCHEME: 'the Bothy Scheme',
  PUBLIC_SITE_SUPERVISOR: 'the Byre Authority',
  PUBLIC_SITE_ICO_NUMBER: 'za123456',
  PUBLIC_SITE_COMPLAINT_DAYS: '10',
});
const NONE = { ...SET, redressScheme: 'None', supervisor: 'none', icoNumber: 'none' };
const UNSET = createSite({});
const terms = (site: typeof SET) => complaintInWords(site).join(' ');

test.each<[words: (site: typeof SET) => string, site: typeof SET, expected: string]>([
  [
    firmInWords,
    SET,
    'Gable & Wynd Ltd. Registered in Scotland, company number SC000000. Registered office: 1 High Street, Glasgow G1 1AA. Redress scheme: the Bothy Scheme. Money laundering supervisor: the Byre Authority. Complaints: write to hello@gable-and-wynd.example. We answer in writing within 10 days.',
  ],
  [
    firmInWords,
    UNSET,
    'Gable & Wynd Ltd. Registered in Scotland, company number SC000000. Complaints: write to hello@gable-and-wynd.example. We answer in writing within 8 weeks.',
  ],
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
    icoInWords,
    SET,
    'We are in the Information Commissioner’s register of data protection fee payers as ZA123456.',
  ],
  [icoInWords, NONE, ''],
  [icoInWords, UNSET, ''],
  [
    terms,
    SET,
    'You will have a written answer within 10 days. If you are not satisfied, or our answer is late, you can take the matter to the Bothy Scheme, our redress scheme. Also, your council’s trading standards service can look into it, and Citizens Advice Scotland advises you free of charge.',
  ],
  [
    terms,
    NONE,
    'You will have a written answer within 10 days. We belong to no redress scheme. If you are not satisfied, or our answer is late, your council’s trading standards service can look into it, and Citizens Advice Scotland advises you free of charge.',
  ],
  [
    terms,
    UNSET,
    'You will have a written answer within 8 weeks. If you are not satisfied, or our answer is late, your council’s trading standards service can look into it, and Citizens Advice Scotland advises you free of charge.',
  ],
])('%o of %o is "%s"', (words, site, expected) => {
  expect(words(site)).toBe(expected);
});

test.each(['57', '0', '5.5', 'soon'])('%s days for an answer to a complaint are refused', (days) => {
  expect(() => createSite({ PUBLIC_SITE_COMPLAINT_DAYS: days })).toThrow('from 1 to 56');
});

test('the opening hours announce new ones', () => {
  expect(hoursInWords(UNSET)).toBe(UNSET.hours);
  const nextHours = { from: '2026-12-07', hours: 'Mon–Fri 10:00–16:00' };
  expect(hoursInWords({ hours: 'Mon–Fri 09:00–18:00', nextHours })).toBe(
    'Mon–Fri 09:00–18:00; from 7 December 2026: Mon–Fri 10:00–16:00',
  );
});
