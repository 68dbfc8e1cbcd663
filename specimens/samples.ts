import type { Claim } from '../src/claims/claim.ts';
import type { Review } from '../src/schemas/review.ts';

export const CLAIM: Claim = {
  id: 'sample',
  text: '24 hours',
  scope: 'Scotland',
  source: 'None: a sample',
  statedOn: new Date('2025-10-07'),
  reviewOn: new Date('2026-10-07'),
  verdict: 'qualified',
  note: 'On working days, once we have the details.',
};

export const REVIEW: Review = {
  name: 'A. M.',
  location: 'Kirkcaldy',
  rating: 5,
  text: 'The offer was lower than I had hoped, and they said it would be.',
  date: new Date('2025-06-12'),
  example: true,
};
