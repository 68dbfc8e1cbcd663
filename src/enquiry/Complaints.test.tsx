import { load } from 'cheerio';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleEnquiry } from '#support/seller/sample-enquiry.ts';
import { complaintInWords } from '../lib/firm-sentences.ts';
import { DEFAULT_DETAILS } from '../site.ts';
import { Complaints } from './Complaints.tsx';
import type { Complaint } from './types.ts';

const FIRM = { ...DEFAULT_DETAILS, complaints: complaintInWords(DEFAULT_DETAILS) };
const COMPLAINT: Complaint = {
  ...{
    id: 7,
    body: 'Nobody came.',
    way: 'page',
    received_on: '2026-11-25',
    due_on: '2026-12-15',
    answer: null,
  },
};
const ANSWER = {
  at: '2026-11-26T10:00:00Z',
  name: 'Kirsty',
  body: 'We are sorry.',
  sent_by: 'letter',
} as const;

test('a complaint of somebody without an email address asks them to look again', () => {
  const enquiry = sampleEnquiry(
    {},
    { complaints: [COMPLAINT], contact: { phone: '0131 496 0123', email: null, is_returned: false } },
  );
  expect(renderToString(<Complaints enquiry={enquiry} firm={FIRM} />)).toContain('please look here again.');
});

test.each<[what: string, changes: Partial<Complaint>, words: string[]]>([
  [
    'open',
    {},
    [
      'on this page on 25 November 2026',
      'Nobody came.',
      'our written answer by 15 December 2026',
      'We email you when',
    ],
  ],
  ['due today', { due_on: '2026-11-27' }, ['our written answer by 27 November 2026']],
  ['overdue', { due_on: '2026-11-26' }, ['was due by 26 November 2026. We are late, and we are sorry.']],
  [
    'answered',
    { answer: ANSWER },
    ['We answered on 26 November 2026, and sent the answer by letter:', 'We are sorry.'],
  ],
  ['made by phone', { way: 'phone' }, ['by phone, and we wrote this down, on 25 November 2026']],
])('a complaint that is %s says so, and to whom the seller can turn', (_what, changes, words) => {
  const enquiry = sampleEnquiry({}, { complaints: [{ ...COMPLAINT, ...changes }] });
  const text = load(renderToString(<Complaints enquiry={enquiry} firm={FIRM} />)).text();
  for (const part of [...words, FIRM.complaints[1]]) expect(text).toContain(part);
});
