/**
 * What the desk can ask the database for: the functions of the schema `desk` that staff may call. A test holds this
 * list to the database's and to the one in docs/backend.md.
 */
export const DESK_FUNCTIONS: ReadonlySet<string> = new Set([
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
