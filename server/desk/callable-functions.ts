import type { Database } from '#database-types';

/**
 * The functions of the database schema `desk` that staff may call: any other name gets 404. `rpc-routes.test.ts` checks
 * that the database and docs/backend.md have the same list.
 */
export const DESK_FUNCTIONS: ReadonlySet<string> = new Set<keyof Database['desk']['Functions']>([
  'assign',
  'change_offer',
  'changes',
  'claim',
  'distrust',
  'end_links',
  'erase',
  'export_csv',
  'first_screen',
  'funnel',
  'hold',
  'inbox',
  'lead',
  'log_call',
  'mail_seller',
  'make_link',
  'me',
  'merge',
  'note',
  'offer',
  'person',
  'plan',
  'release',
  'reply',
  'search',
  'set_contact_rules',
  'set_stage',
  'trust',
]);
