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
  'erase',
  'export_csv',
  'first_screen',
  'funnel',
  'hold',
  'inbox',
  'lead',
  'log_call',
  'me',
  'merge',
  'note',
  'offer',
  'person',
  'plan',
  'release',
  'search',
  'set_contact_rules',
  'set_stage',
  'trust',
]);
