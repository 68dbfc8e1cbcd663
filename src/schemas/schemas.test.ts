import { describe, expect, test } from 'vitest';
import { articleSchema } from './article.ts';
import { claimText } from '../claims/claim-text-schema.ts';
import { claimSchema } from '../claims/claim-schema.ts';
import { reviewsSchema } from './review.ts';

const CLAIM = {
  id: 'viewings',
  text: '10–15 viewings',
  scope: 'Through an agent',
  source: 'Our own estimate',
  statedOn: '2026-11-20',
  reviewOn: '2027-05-20',
  verdict: 'unproven',
  note: 'Our own estimate.',
  operatorTask: 'Find a source.',
};

const ARTICLE = {
  title: 'A guide',
  description:
    'A description of the length that search engines show whole, which is somewhat over a hundred characters.',
  excerpt: 'What it says.',
  category: 'Guides',
  publishedOn: '2024-01-25',
  callToAction: { lead: 'A figure.', text: 'Get Your Cash Offer', href: '/#valuation' },
  related: ['a', 'b', 'c'],
};

describe('claimSchema', () => {
  test('an unproven claim with a note and a task is accepted', () => {
    expect(claimSchema.parse(CLAIM)).toMatchObject({ reviewOn: new Date('2027-05-20') });
  });

  test.each([
    ['that is outdated and has no note', { verdict: 'outdated', note: undefined }],
    ['with noteBeside but without a note', { note: undefined, noteBeside: true }],
    ['that is unproven and has no task', { operatorTask: undefined }],
    ['with a review date before the date of the figure', { reviewOn: '2026-01-01' }],
    ['with an unknown verdict', { verdict: 'probably' }],
    ['with an invalid id', { id: 'Home Report' }],
    ['with an unknown field', { colour: 'red' }],
  ])('a claim %s is rejected', (_what, changes) => {
    expect(claimSchema.safeParse({ ...CLAIM, ...changes }).success).toBe(false);
  });

  test('a claim with the verdict "right" needs no note', () => {
    const right = { ...CLAIM, verdict: 'right', note: undefined, operatorTask: undefined };
    expect(claimSchema.safeParse(right).success).toBe(true);
  });
});

test('an invalid reference to a claim is quoted in the error', () => {
  const result = claimText.safeParse('In {offer-within}.');
  expect(result.error?.issues[0]?.message).toBe(
    '"{offer-within}" is not a figure: write {claim:its-name}, or leave out the braces.',
  );
});

describe('articleSchema', () => {
  test('an article with a complete front matter is accepted', () => {
    expect(articleSchema.safeParse(ARTICLE).success).toBe(true);
  });

  test.each([
    ['two related articles', { related: ['a', 'b'] }],
    ['an unknown category', { category: 'News' }],
    [
      'a call to action that does not link to the form',
      { callToAction: { lead: 'A figure.', text: 'Go', href: '/blog' } },
    ],
    ['a description that is too short', { description: 'Short.' }],
  ])('an article with %s is rejected', (_what, changes) => {
    expect(articleSchema.safeParse({ ...ARTICLE, ...changes }).success).toBe(false);
  });
});

test('a review without the field `example` is rejected', () => {
  const review = { name: 'A. M.', location: 'Perth', rating: 5, text: 'Fair.', date: '2026-06-12' };
  expect(reviewsSchema.safeParse({ exampleNotice: 'Sample.', items: [review] }).success).toBe(false);
});
