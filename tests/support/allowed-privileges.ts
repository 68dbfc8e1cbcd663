import { LEAD_COLUMNS } from '#lead/lead.ts';

const CHECK_LEAD = `private.check_lead(${LEAD_COLUMNS.map(() => 'text').join(',')})`;

/**
 * All privileges in the database of roles other than the tables' owner. A missing line or an extra line fails the
 * tests, so every new grant must be added here as well, where a reviewer sees it.
 */
const ALLOWED = [
  // PostgreSQL's defaults.
  'public: CONNECT database',
  'public: USAGE schema public',

  `anon: INSERT public.leads (${LEAD_COLUMNS.join(', ')})`,
  // A check constraint runs with the privileges of the role that inserts the row.
  `anon: EXECUTE function ${CHECK_LEAD}`,
  `service_role: EXECUTE function ${CHECK_LEAD}`,

  // Each login can become one role, and has no privileges itself. Its name ends in `_of_` and the name of the database,
  // for which this list has `database`.
  'anon_of_database: BECOME role anon',
  'authenticated_of_database: BECOME role authenticated',
  'desk_auth_of_database: BECOME role desk_auth',
  'leads_probe_of_database: BECOME role leads_probe',
  'mailer_of_database: BECOME role mailer',

  // The functions of the desk (the staff's app). Each first checks who is signed in.
  'authenticated: USAGE schema desk',
  ...[
    'assign(uuid,uuid,integer,uuid)',
    'change_offer(uuid,integer,uuid,uuid,text,integer,integer,text,text,date,text,text,text,text,timestamp with time zone,boolean)',
    'changes(text)',
    'claim(uuid,uuid)',
    'distrust(uuid,uuid)',
    'end_links(uuid,uuid)',
    'erase(text,uuid[],text,uuid)',
    'export_csv(date,date,uuid)',
    'first_screen()',
    'funnel(date,date)',
    'hold(uuid,integer,uuid,date,text)',
    'inbox(text,text,integer)',
    'lead(uuid)',
    'log_call(uuid,integer,uuid,text,text,text,text,timestamp with time zone,text)',
    'mail_seller(uuid,uuid,text)',
    'make_link(uuid,uuid,text)',
    'me()',
    'merge(uuid,uuid,integer,uuid)',
    'note(uuid,uuid,text)',
    'offer(uuid,integer,uuid,integer,integer,text,text,date,text,text,timestamp with time zone,boolean)',
    'person(text)',
    'plan(uuid,integer,uuid,text,timestamp with time zone)',
    'release(uuid,integer,uuid)',
    'reply(uuid,uuid,text)',
    'search(text)',
    'set_contact_rules(uuid,integer,uuid,boolean,boolean,text)',
    'set_stage(uuid,integer,uuid,text,text,text,timestamp with time zone)',
    'trust(uuid,uuid)',
  ].map((signature) => `authenticated: EXECUTE function desk.${signature}`),

  // Each call of the desk first reads who is signed in.
  'authenticated: USAGE schema desk_auth',
  'authenticated: USAGE schema desk_private',
  'authenticated: SELECT desk_auth.sessions',
  'authenticated: SELECT desk_auth.users (id, email)',
  'authenticated: SELECT desk.settings (allows_trial)',
  'authenticated: SELECT desk.staff',

  // The functions of the seller's own page. Each first checks the key of the page's link.
  'anon: USAGE schema seller',
  ...[
    'answer_offer(text,uuid,uuid,text,text,text)',
    'ask_for_call(text,uuid,timestamp with time zone)',
    'correct_contact(text,uuid,text,text)',
    'end_share(text,uuid,integer)',
    'enquiry(text)',
    'erase(text,uuid)',
    'send_new_link(text)',
    'share(text,uuid,text)',
    'stop(text,uuid)',
    'write(text,uuid,text)',
  ].map((signature) => `anon: EXECUTE function seller.${signature}`),

  // For administering the desk: `service_role`, the role of a Supabase project's secret key.
  'service_role: USAGE schema desk',
  ...[
    'add_key(uuid,text)',
    'add_staff(uuid,text,text)',
    'end_staff(uuid)',
    'list_staff()',
    'set_opening_hours(jsonb,date[],date[])',
    'set_trial(boolean)',
  ].map((signature) => `service_role: EXECUTE function desk.${signature}`),

  // For sign-in to the desk. What has ended is marked: only the owner deletes.
  'desk_auth: USAGE schema desk_auth',
  'desk_auth: EXECUTE function desk_auth.record_key(uuid,text)',
  ...['apps', 'challenges', 'codes', 'links', 'passkeys', 'sessions', 'users'].map(
    (table) => `desk_auth: SELECT desk_auth.${table}`,
  ),
  ...['apps', 'challenges', 'codes', 'passkeys', 'sessions'].map(
    (table) => `desk_auth: INSERT desk_auth.${table}`,
  ),
  'desk_auth: UPDATE desk_auth.apps (last_step, connected_at, ended_at)',
  'desk_auth: UPDATE desk_auth.challenges (ended_at)',
  'desk_auth: UPDATE desk_auth.codes (user_id, code_hash, tries, expires_at, ended_at)',
  'desk_auth: UPDATE desk_auth.links (ended_at)',
  'desk_auth: UPDATE desk_auth.passkeys (counter, name, last_used_at, ended_at)',
  'desk_auth: UPDATE desk_auth.sessions (token_hash, app_at, last_used_at, ended_at)',

  // For sending the mails about leads.
  'mailer: INSERT private.delivery_attempts (lead_id, may_be_repeat)',
  'mailer: SELECT private.delivery_attempts',
  'mailer: UPDATE private.delivery_attempts (finished_at, error_code)',
  'mailer: SELECT private.notifications',
  'mailer: SELECT private.secrets',
  'mailer: UPDATE private.notifications (next_attempt_at, sent_at, in_digest)',
  'mailer: SELECT public.leads',
  'mailer: EXECUTE function private.lead_context(uuid)',
  'mailer: EXECUTE function private.claim_seller_mail(text)',
  'mailer: EXECUTE function private.finish_seller_mail(bigint,integer,text)',
  'mailer: EXECUTE function private.renew_seller_mail(bigint,integer)',
  'mailer: USAGE schema private',

  // For the health check and the metrics.
  'leads_probe: SELECT private.delivery_attempts',
  'leads_probe: SELECT private.access',
  'leads_probe: SELECT private.notifications (lead_id, sent_at)',
  'leads_probe: SELECT private.retention',
  'leads_probe: SELECT desk.seller_mails (kind, made_at, sent_at)',
  'leads_probe: SELECT public.leads (id, created_at)',
  'leads_probe: SELECT supabase_migrations.schema_migrations (version)',
  'leads_probe: EXECUTE function private.current_access()',
  'leads_probe: EXECUTE function private.missing_access()',
  'leads_probe: USAGE schema private',
  'leads_probe: USAGE schema supabase_migrations',
];

/** The privileges that a hosted Supabase grants to `service_role`. The migrations do not change them. */
const HOSTED = ['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'].map(
  (verb) => `service_role: ${verb} public.leads`,
);

/** All privileges on the embedded database. */
export const ALLOWED_EMBEDDED: readonly string[] = ALLOWED.toSorted();

/** All privileges on a hosted Supabase. */
export const ALLOWED_HOSTED: readonly string[] = [...ALLOWED, ...HOSTED].toSorted();
