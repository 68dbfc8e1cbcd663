import type { ChatAnswers } from '#lead/chat.ts';
import type { ChatLead, ValuationLead } from '#lead/lead.ts';
import type { Claim, StoredLead } from '#send-email/notifications.ts';
import type { SellerMail, SellerMailSettings } from '#server/seller/seller-mail.ts';
import type { ValuationAnswers } from '#lead/valuation.ts';

/**
 * For tests: a visitor's answers in the valuation form. All phone numbers in this file are from the ranges that Ofcom
 * reserves for fiction.
 */
export const VALUATION_ANSWERS: ValuationAnswers = {
  postcode: 'EH6 6QQ',
  address: '3/2, 14 Great Junction Street',
  propertyType: 'flat',
  bedrooms: '5+',
  condition: 'poor',
  firstName: 'Mairi',
  lastName: "O'Hara-Smith",
  email: 'mairi.ohara@example.com',
  phone: '+44 (131) 496-0123',
};

export const VALUATION_LEAD: ValuationLead = {
  name: "Mairi O'Hara-Smith",
  email: 'mairi.ohara@example.com',
  phone: '+44 (131) 496-0123',
  postcode: 'EH6 6QQ',
  address: '3/2, 14 Great Junction Street',
  property_type: 'flat',
  bedrooms: '5+',
  property_condition: 'poor',
  source: 'valuation_form',
};

export const CHAT_ANSWERS: ChatAnswers = {
  name: 'Iain',
  phone: '0131 496 0456',
  message: 'My buyer withdrew on Friday.\nHow soon could you make an offer?',
};

export const CHAT_LEAD: ChatLead = { ...CHAT_ANSWERS, source: 'chat_widget' };

/** The columns of a lead that not every form fills, as null. */
export const NOT_ASKED = {
  email: null,
  postcode: null,
  address: null,
  property_type: null,
  bedrooms: null,
  property_condition: null,
  message: null,
};

export const STORED_VALUATION_LEAD: StoredLead = {
  ...NOT_ASKED,
  ...VALUATION_LEAD,
  id: '7f1c1f7e-2c62-4d5c-9a38-0a5f2f5b4c10',
  created_at: new Date('2026-11-20T09:30:00Z'),
  suspect_reasons: [],
};

export const STORED_CHAT_LEAD: StoredLead = {
  ...NOT_ASKED,
  ...CHAT_LEAD,
  id: 'b1d7c7a8-54b4-4f0b-8c53-9c2f0c3a7e21',
  created_at: new Date('2026-06-20T09:30:00Z'),
  suspect_reasons: [],
};

/** The first claim of the mail to the firm about `STORED_CHAT_LEAD`. */
export const CHAT_CLAIM: Claim = {
  attemptId: '1',
  kind: 'lead',
  number: 1,
  madeAt: STORED_CHAT_LEAD.created_at,
  failedAttempts: 0,
  mayBeRepeat: false,
  lead: STORED_CHAT_LEAD,
  submissionId: null,
  origin: null,
};

/** A confirmation to the sender of `STORED_VALUATION_LEAD`, as it is claimed. */
export const CONFIRMATION = {
  number: 1,
  kind: 'received',
  madeAt: new Date('2026-11-20T09:31:00Z'),
  lead: STORED_VALUATION_LEAD,
  to: VALUATION_LEAD.email,
  key: 'k'.repeat(43),
  reference: '7F3A-91C2',
  promisedBy: new Date('2026-11-21T09:30:00Z'),
} as const satisfies SellerMail;

/** A mail to the firm about a message of the sender of `STORED_VALUATION_LEAD`, as it is claimed. */
export const ASKED_MAIL = {
  number: 2,
  kind: 'asked',
  madeAt: new Date('2026-11-20T10:00:00Z'),
  lead: STORED_VALUATION_LEAD,
  events: [{ kind: 'written', facts: {}, text: 'Please ring\nafter six.', texts: null }],
  isMerged: false,
} as const satisfies SellerMail;

export const SELLER_MAIL_SETTINGS: SellerMailSettings = {
  to: 'leads@example.com',
  from: 'Website <website@example.com>',
  deskUrl: 'https://desk.firm.example',
  siteUrl: 'https://firm.example',
  replyTo: 'answers+@firm.example',
  firm: {
    brand: 'Gable & Wynd',
    phone: '0131 496 0123',
    email: 'hello@firm.example',
    hours: 'Mon–Fri 09:00–18:00',
    legal: 'Gable & Wynd Ltd. Registered in Scotland, company number SC000000.',
    complaintDays: 56,
  },
};
