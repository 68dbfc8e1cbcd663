import type { Claim } from '../src/schemas/claim.ts';
import type { Review } from '../src/schemas/review.ts';

export const CLAIM: Claim = {
  id: 'sample',
  text: '24 hours',
  scope: 'Scotland',
  source: 'Nobody: a sample',
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

/** The phone number is one of Ofcom's for drama, the domain is reserved. */
export const VALUATION_ANSWERS = {
  postcode: 'EH6 6QQ',
  address: '3/2, 14 Great Junction Street',
  propertyType: 'flat',
  bedrooms: '3',
  condition: 'poor',
  firstName: 'Mairi',
  lastName: "O'Hara-Smith",
  email: 'mairi.ohara@example.com',
  phone: '0131 496 0123',
};

export const CHAT_ANSWERS = { name: 'Iain', phone: '0131 496 0456', message: 'How soon could you buy?' };
