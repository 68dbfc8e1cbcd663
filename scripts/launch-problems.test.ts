import { describe, expect, test, vi } from 'vitest';
import type { Claim } from '../src/claims/claim-schema.ts';
import { DEFAULT_DETAILS } from '../src/site.ts';
import { isPublicUrl } from '../server/env.ts';
import { findOpenTasks, findPageBlockers, findStartBlockers, listDuties } from './launch-problems.ts';

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
  source: 'A review site',
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
    registeredOffice: '1 Real Street, Edinburgh EH1 1AA',
    redressScheme: 'none',
    supervisor: 'none',
    icoNumber: 'none',
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

type Changes = Partial<ReturnType<typeof settled>>;
const where = (find: typeof findOpenTasks, changes: Changes = {}) =>
  find({ ...settled(), ...changes }).map((problem) => problem.where);
const withEnvironment = (changes: Record<string, string>) => ({
  environment: { ...settled().environment, ...changes },
});

test('nothing is left to do when everything is settled, with the default opening hours', () => {
  expect(findStartBlockers(settled())).toEqual([]);
  expect(findOpenTasks(settled())).toEqual([]);
});

describe('what must never be on a public page', () => {
  test('every detail of the business that is still an example, with its variable', () => {
    const problems = findPageBlockers({ ...settled(), site: DEFAULT_DETAILS });
    expect(problems).toHaveLength(11);
    expect(problems).toContainEqual(
      expect.objectContaining({ where: '.env, PUBLIC_SITE_REDRESS_SCHEME', problem: 'This is empty.' }),
    );
    expect(problems).toContainEqual({
      where: '.env, PUBLIC_SITE_MESSAGING_NUMBER',
      problem: '"07700 900123" is an example, and no customer could reach you by it.',
      task: 'Set it: npm run setup asks for it.',
    });
  });

  test('an example review, with its place in the file', () => {
    const items = [REVIEW, { ...REVIEW, example: true }];
    expect(where(findPageBlockers, { reviews: { home: { exampleNotice: 'Sample.', items } } })).toEqual([
      'src/content/reviews.yaml, home.items[1].example',
    ]);
  });

  test('a problem in a content file, with its line', () => {
    const lineOf = vi.fn(() => 12);
    const reviews = { home: { exampleNotice: 'Sample.', items: [{ ...REVIEW, example: true }] } };
    expect(findPageBlockers({ ...settled(), reviews, lineOf }).map((problem) => problem.where)).toEqual([
      'src/content/reviews.yaml:12, home.items[0].example',
    ]);
    expect(lineOf).toHaveBeenCalledWith('reviews.yaml', ['home', 'items', 0, 'example']);
  });

  test('a rating without proof', () => {
    const rating: Claim = {
      ...CLAIM,
      id: 'rating-city',
      verdict: 'unproven',
      note: 'Ours.',
      operatorTask: 'Prove it.',
    };
    expect(findPageBlockers({ ...settled(), claims: [rating] })).toEqual([
      {
        where: 'src/content/claims.yaml, rating-city.operatorTask',
        problem: expect.stringMatching(/^The figure "£400–£800" is not settled\./) as string,
        task: expect.stringMatching(/^Prove it\.\n {2}At the desk: Site\.$/) as string,
      },
    ]);
    expect(where(findOpenTasks, { claims: [rating] })).toEqual([]);
  });
});

test('a figure in place of the record that the server counts', () => {
  const record = { ...CLAIM, id: 'our-record', text: 'We lowered 0 of 500 offers' };
  expect(where(findPageBlockers, { claims: [record] })).toEqual(['src/content/claims.yaml, our-record.text']);
});

describe('what also stops the start of a public site', () => {
  test.each(['SMTP_URL', 'MAIL_TO', 'MAIL_FROM'])('%s, when it is missing', (name) => {
    expect(where(findStartBlockers, withEnvironment({ [name]: '' }))).toEqual([`.env, ${name}`]);
    expect(where(findPageBlockers, withEnvironment({ [name]: '' }))).toEqual([]);
  });

  test.each([
    ['MAIL_TO', 'leads@gable-and-wynd.example'],
    ['MAIL_FROM', 'Website <website@gable-and-wynd.example>'],
    ['SMTP_URL', 'smtp://mail.gable-and-wynd.example:587'],
  ])('%s, when it is the placeholder %s', (name, value) => {
    expect(where(findStartBlockers, withEnvironment({ [name]: value }))).toEqual([`.env, ${name}`]);
  });

  test('but not a mail server on this machine, such as a relay', () => {
    expect(where(findStartBlockers, withEnvironment({ SMTP_URL: 'smtp://127.0.0.1:25' }))).toEqual([]);
  });

  test.each([
    ['https://real-homes.scot', true],
    ['http://203.0.113.9', true],
    ['http://localhost:4321', false],
    ['http://127.0.0.1:4321', false],
    ['https://gable-and-wynd.example', false],
    ['', false],
  ])('for the SITE_URL %j, isPublicUrl returns %s', (SITE_URL, expected) => {
    expect(isPublicUrl(SITE_URL)).toBe(expected);
  });
});

describe('what else an operator must settle', () => {
  test('the example credit of a web agency, unless the credit is turned off', () => {
    const credit = (agencyCredit: string) =>
      where(findOpenTasks, { site: { ...settled().site, agencyCredit } });
    expect(credit(DEFAULT_DETAILS.agencyCredit)).toEqual(['.env, PUBLIC_SITE_AGENCY_CREDIT']);
    expect(credit('off')).toEqual([]);
  });

  test('a claim (a figure with a source) that has an open task, whatever its verdict', () => {
    expect(findOpenTasks({ ...settled(), claims: [{ ...CLAIM, operatorTask: 'Find a source.' }] })).toEqual([
      {
        where: 'src/content/claims.yaml, home-report-cost.operatorTask',
        problem: expect.stringMatching(/^The figure "£400–£800" is not settled\./) as string,
        task: expect.stringMatching(/^Find a source\.\n {2}At the desk: Site\.$/) as string,
      },
    ]);
  });

  test('a claim whose review is overdue, but not one that is due for review today', () => {
    const overdue = (today: string) => where(findOpenTasks, { today: new Date(today) });
    expect(overdue('2027-05-21')).toEqual(['src/content/claims.yaml, home-report-cost.reviewOn']);
    expect(overdue('2027-05-20')).toEqual([]);
  });

  test('more bank holidays, four months before the list ends', () => {
    const ending = (today: string) =>
      where(findOpenTasks, { today: new Date(today) }).filter((file) => file.includes('bank-holidays'));
    expect(ending('2028-08-30')).toEqual([]);
    expect(ending('2028-09-10')).toEqual(['supabase/functions/_shared/calendar/bank-holidays.ts']);
    expect(ending('2029-03-01')).toEqual(['supabase/functions/_shared/calendar/bank-holidays.ts']);
  });

  test.each(['', 'http://localhost:4321'])('SITE_URL, when it is %j', (SITE_URL) => {
    expect(where(findOpenTasks, withEnvironment({ SITE_URL }))).toEqual(['.env, SITE_URL']);
  });

  test('TRUST_PROXY, if the site has https and no hosted Supabase receives the leads', () => {
    const withoutProxy = (changes: Record<string, string>) =>
      where(findOpenTasks, withEnvironment({ TRUST_PROXY: '', ...changes }));
    expect(withoutProxy({})).toEqual(['.env, TRUST_PROXY']);
    expect(withoutProxy({ PUBLIC_SUPABASE_URL: 'https://x.supabase.co' })).toEqual([]);
    expect(withoutProxy({ SITE_URL: 'http://intranet' })).toEqual([]);
    expect(withoutProxy({ SITE_URL: 'https://localhost' })).toEqual(['.env, SITE_URL']);
  });
});

test('a permanent duty, which keeps a claim true, is listed as a duty and not as a task', () => {
  const claims: Claim[] = [{ ...CLAIM, permanentDuty: 'Keep the offers.' }];
  expect(findOpenTasks({ ...settled(), claims })).toEqual([]);
  expect(listDuties({ claims })).toEqual([
    {
      where: 'src/content/claims.yaml, home-report-cost.permanentDuty',
      text: '£400–£800',
      duty: 'Keep the offers.',
    },
  ]);
});
