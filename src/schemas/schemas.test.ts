import { describe, expect, test } from 'vitest';
import { articleSchema } from './article.ts';
import { claimText } from './claim-text.ts';
import { claimSchema } from './claim.ts';
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

describe('a claim', () => {
  test('that is unproven has its note and its task', () => {
    expect(claimSchema.parse(CLAIM)).toMatchObject({ reviewOn: new Date('2027-05-20') });
  });

  test.each([
    ['without the note that its verdict needs', { note: undefined }],
    ['unproven, without a task', { operatorTask: undefined }],
    ['to be looked at again before it was stated', { reviewOn: '2026-01-01' }],
    ['with a verdict of its own', { verdict: 'probably' }],
    ['with an id that no text could name', { id: 'Home Report' }],
    ['with a field that nobody reads', { colour: 'red' }],
  ])('%s is refused', (_what, changes) => {
    expect(claimSchema.safeParse({ ...CLAIM, ...changes }).success).toBe(false);
  });

  test('that is plainly right needs no note', () => {
    const right = { ...CLAIM, verdict: 'right', note: undefined, operatorTask: undefined };
    expect(claimSchema.safeParse(right).success).toBe(true);
  });
});

test('a text says which of its braces is not a claim', () => {
  const result = claimText.safeParse('In {offer-within}.');
  expect(result.error?.issues[0]?.message).toBe('"{offer-within}" is not a claim: write {claim:its-id}.');
});

describe('an article', () => {
  test('with everything in its front matter is taken', () => {
    expect(articleSchema.safeParse(ARTICLE).success).toBe(true);
  });

  test.each([
    ['two related articles', { related: ['a', 'b'] }],
    ['a category that there is not', { category: 'News' }],
    [
      'a call to action that leads elsewhere',
      { callToAction: { lead: 'A figure.', text: 'Go', href: '/blog' } },
    ],
    ['no description to speak of', { description: 'Short.' }],
  ])('with %s is refused', (_what, changes) => {
    expect(articleSchema.safeParse({ ...ARTICLE, ...changes }).success).toBe(false);
  });
});

test('a review has to say whether somebody wrote it', () => {
  const review = { name: 'A. M.', location: 'Perth', rating: 5, text: 'Fair.', date: '2026-06-12' };
  expect(reviewsSchema.safeParse({ exampleNotice: 'Sample.', items: [review] }).success).toBe(false);
});
