import type { Database } from '#database-types';

/**
 * The functions of the database schema `seller` that the seller's page may call: any other name gets 404.
 * `seller-routes.test.ts` checks that the database and docs/backend.md have the same list.
 */
export const SELLER_FUNCTIONS: ReadonlySet<string> = new Set<keyof Database['seller']['Functions']>([
  'answer_offer',
  'ask_for_call',
  'correct_contact',
  'end_share',
  'enquiry',
  'erase',
  'send_new_link',
  'share',
  'stop',
  'write',
]);
