import { describe, expect, test } from 'vitest';
import type { Claim } from '../src/claims/claim.ts';
import { DEFAULT_DETAILS } from '../src/site.ts';
import { findLaunchProblems } from './launch-problems.ts';

const CLAIM: Claim = {
  id: 'home-report-cost',
  text: '£400–£800',
  scope: 'Scotland, 2026',
  source: 'A guide',
  statedOn: new Date('2026-01-01'),
  reviewOn: new Date('2027-05-20'),
  verdict: 'right',
};

const REVIEW = {
  name: 'A. M.',
  location: 'Kirkcaldy',
  rating: 5,
  text: 'Fair.',
  date: new Date('2026-06-12'),
  example: false,
};

const settled = () => ({
  site: {
    ...DEFAULT_DETAILS,
    brand: 'Real Homes',
    legalName: 'Real Homes Ltd',
    phone: '0131 225 0000',
    messagingNumber: '07911 000000',
    email: 'hello@real-homes.scot',
    address: '1 Real Street, Edinburgh',
    registration: 'Registered in Scotland, SC123456',
    agencyCredit: 'Website by Real Studio',
  },
  claims: [CLAIM],
  reviews: { home: { exampleNotice: 'Sample.', items: [REVIEW] } },
  environment: {
    SITE_URL: 'https://real-homes.scot',
    SMTP_URL: 'smtps://user:password@mail.real-homes.scot:465',
    MAIL_TO: 'leads@real-homes.scot',
    MAIL_FROM: 'Real Homes <website@real-homes.scot>',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_SUPABASE_URL: '',
  },
  today: new Date('2026-11-20'),
});

const about = (changes: Partial<ReturnType<typeof settled>>) =>
  findLaunchProblems({ ...settled(), ...changes }).map((problem) => problem.about);

test('nothing is left to do when everything is settled, with the default opening hours', () => {
  expect(findLaunchProblems(settled())).toEqual([]);
});

describe('what an operator must settle', () => {
  test('every detail of the business that is still an example, and how to set it', () => {
    const problems = findLaunchProblems({ ...settled(), site: DEFAULT_DETAILS });
    expect(problems).toHaveLength(8);
    expect(problems).toContainEqual({
      about: 'messagingNumber',
      problem: '"07700 900123" is an example.',
      task: 'Set PUBLIC_SITE_MESSAGING_NUMBER.',
    });
  });

  test('a claim with a task, whatever its verdict', () => {
    const unproven: Claim = { ...CLAIM, verdict: 'unproven', note: 'Ours.', operatorTask: 'Find a source.' };
    expect(findLaunchProblems({ ...settled(), claims: [unproven] })).toEqual([
      {
        about: 'claim home-report-cost',
        problem: '"£400–£800" is unproven, with a task open.',
        task: 'Find a source.',
      },
    ]);
  });

  test('an overdue claim, but not one that is due today', () => {
    expect(about({ today: new Date('2027-05-21') })).toEqual(['claim home-report-cost']);
    expect(about({ today: new Date('2027-05-20') })).toEqual([]);
  });

  test('an example review', () => {
    const items = [REVIEW, { ...REVIEW, example: true }];
    expect(about({ reviews: { home: { exampleNotice: 'Sample.', items } } })).toEqual(['review on home']);
  });

  test.each(['SITE_URL', 'SMTP_URL', 'MAIL_TO', 'MAIL_FROM'])('%s, when it is missing', (name) => {
    expect(about({ environment: { ...settled().environment, [name]: '' } })).toEqual([name]);
  });

  test.each([
    ['SITE_URL', 'http://localhost:4321'],
    ['MAIL_TO', 'leads@gable-and-wynd.example'],
    ['MAIL_FROM', 'Website <website@gable-and-wynd.example>'],
  ])('%s, when it is the placeholder %s', (name, value) => {
    expect(about({ environment: { ...settled().environment, [name]: value } })).toEqual([name]);
  });

  test('the proxy of a site with https, unless a Supabase receives the leads', () => {
    const environment = { ...settled().environment, TRUST_PROXY: '' };
    expect(about({ environment })).toEqual(['TRUST_PROXY']);
    const withSupabase = { ...environment, PUBLIC_SUPABASE_URL: 'https://x.supabase.co' };
    expect(about({ environment: withSupabase })).toEqual([]);
    expect(about({ environment: { ...environment, SITE_URL: 'http://intranet' } })).toEqual([]);
    expect(about({ environment: { ...environment, SITE_URL: 'https://localhost' } })).toEqual(['SITE_URL']);
  });
});
