import { LEAD_COLUMNS } from '#lead/lead.ts';

/** One line for each table: `SELECT desk.cases`. */
const each = (verb: string, schema: string, tables: string) =>
  tables.split(' ').map((table) => `${verb} ${schema}.${table}`);

/** A check constraint runs with the privileges of the role that writes the row. */
const CHECK_LEAD = `EXECUTE function private.check_lead(${LEAD_COLUMNS.map(() => 'text').join(',')})`;
const ERASE = 'EXECUTE function desk.erase_leads(uuid[],text,uuid,uuid)';

/** What both staff and sellers do with papers. */
const PAPERS = [
  ...['SELECT', 'INSERT'].flatMap((verb) => each(verb, 'desk', 'papers paper_contents upload_parts uploads')),
  'UPDATE desk.papers (seal_key, removed_at)',
  'UPDATE desk.uploads (received, touched_at, ended_at)',
];

/** What the rules in server/cases change of a case. */
const CASE_COLUMNS =
  'stage, reached, close_reason, assignee, given_by, seen_at, version, first_contact_at, open_seconds_to_contact, tried_at, next_action, next_at, asked_at, question_at, complaint_due, do_not_call, vulnerable, contact_rules, hold_until, hold_reason, duplicate_of, is_suspect';

/**
 * All privileges in the database of roles other than the tables' owner. A missing line or an extra line fails the
 * tests, so every new grant must be added here as well, where a reviewer sees it. Nobody deletes anything, and nobody
 * changes an event, a text or an offer.
 */
const PRIVILEGES: Record<string, string[]> = {
  // PostgreSQL's defaults.
  public: ['CONNECT database', 'USAGE schema public'],

  // Visitors.
  anon: [`INSERT public.leads (${LEAD_COLUMNS.join(', ')})`, CHECK_LEAD],
  service_role: [CHECK_LEAD],

  // The staff's work.
  desk: [
    ...['desk', 'desk_auth', 'private'].map((schema) => `USAGE schema ${schema}`),
    'SELECT public.leads',
    'UPDATE public.leads (email, phone, suspect_reasons)',
    CHECK_LEAD,
    ...each('SELECT', 'private', 'delivery_attempts notifications secrets'),
    'INSERT private.notifications (lead_id, kind, number, next_attempt_at, event_id)',
    'UPDATE private.notifications (cancelled_at, event_id)',
    ...each(
      'SELECT',
      'desk',
      'mail_counts cases demo_leads enquiry_keys events imported_leads imports lead_origins',
    ),
    ...each(
      'SELECT',
      'desk',
      'actual_costs alerts faults mailboxes offer_drafts offers opening_hours our_record pushes refused_addresses requests saved_replies settings site_files site_publications site_version_files site_versions special_days staff staff_mails texts',
    ),
    ...PAPERS,
    ...each(
      'INSERT',
      'desk',
      'actual_costs alerts cases enquiry_keys events faults lead_origins mail_counts mailboxes offer_drafts offers pushes refused_addresses requests saved_replies texts',
    ),
    'UPDATE desk.alerts (told_at)',
    'UPDATE desk.pushes (next_attempt_at, attempts, begun_at, ended_at, outcome)',
    'UPDATE desk.staff (told_of, quiet_from, quiet_to, feed_hash, feed_made_at, weekly_mail)',
    'UPDATE desk.mail_counts (ends_at, counted_at)',
    `UPDATE desk.cases (${CASE_COLUMNS}, phone_key, email_key, search_text, links_ended_at, changed_at)`,
    'UPDATE desk.enquiry_keys (ends_at, confirmed_at, wrong_tries)',
    'UPDATE desk.offer_drafts (version, body, saved_by, saved_at)',
    'UPDATE desk.refused_addresses (refused_at)',
    'UPDATE desk.mailboxes (uid_validity, last_uid, waiting)',
    'UPDATE desk.saved_replies (name, body, version, saved_by, saved_at, removed_at)',
    'UPDATE desk.settings (adopted_at, offer_terms, offer_terms_version, offer_terms_saved_by, offer_terms_saved_at)',
    'INSERT desk.staff_mails (user_id, kind, day)',
    'UPDATE desk.staff_mails (next_attempt_at, tries, sent_at, cancelled_at)',
    'UPDATE desk.faults (since, until)',
    ERASE,
    'EXECUTE function desk.sum_of(integer[])',
    // Each call first reads who is signed in.
    'SELECT desk_auth.sessions',
    'SELECT desk_auth.users (id, email)',
    ...['SELECT', 'INSERT'].map((verb) => `${verb} desk_auth.devices`),
    'UPDATE desk_auth.devices (session_id, endpoint, p256dh, auth, ended_at)',
  ],

  // The seller's page. Row level security shows only what the key of the call opens.
  seller: [
    ...['desk', 'private'].map((schema) => `USAGE schema ${schema}`),
    'SELECT public.leads',
    'UPDATE public.leads (email, phone)',
    CHECK_LEAD,
    'SELECT private.notifications (lead_id, kind, number, submission_id, made_at, next_attempt_at, sent_at, cancelled_at, event_id, read_at)',
    'INSERT private.notifications (lead_id, kind, number, next_attempt_at, event_id)',
    'UPDATE private.notifications (cancelled_at, read_at)',
    ...each(
      'SELECT',
      'desk',
      'actual_costs cases enquiry_keys events offers opening_hours our_record requests special_days texts',
    ),
    ...PAPERS,
    'SELECT desk.staff (user_id, name)',
    'SELECT desk.settings (complaint_days)',
    ...each('INSERT', 'desk', 'enquiry_keys requests texts'),
    'INSERT desk.events (lead_id, actor, kind, facts, request_id)',
    'INSERT desk.alerts (event_id, kind, lead_id, due_at)',
    'UPDATE desk.cases (stage, close_reason, version, next_action, next_at, asked_at, question_at, complaint_due, do_not_call, changed_at)',
    'UPDATE desk.enquiry_keys (last_used_at, ends_at)',
    ...['opened_lead()', 'is_unconfirmed()', 'leads_without_case()'].map(
      (name) => `EXECUTE function desk.${name}`,
    ),
    ERASE,
  ],

  // For sign-in to the desk. What has ended is marked: only the owner deletes.
  desk_auth: [
    'USAGE schema desk_auth',
    ...each('SELECT', 'desk_auth', 'apps challenges codes devices links passkeys sessions users'),
    ...each('INSERT', 'desk_auth', 'apps challenges codes passkeys sessions'),
    'UPDATE desk_auth.apps (last_step, connected_at, ended_at)',
    'UPDATE desk_auth.challenges (ended_at)',
    'UPDATE desk_auth.devices (session_id)',
    'UPDATE desk_auth.codes (code_hash, tries, expires_at, ended_at)',
    'UPDATE desk_auth.links (ended_at)',
    'UPDATE desk_auth.passkeys (counter, name, last_used_at, ended_at)',
    'UPDATE desk_auth.sessions (token_hash, app_at, last_used_at, ended_at)',
    'EXECUTE function desk_auth.record_key(uuid,text)',
  ],

  // For sending the mails.
  mailer: [
    ...['desk', 'private'].map((schema) => `USAGE schema ${schema}`),
    ...each('SELECT', 'desk', 'opening_hours special_days'),
    'SELECT public.leads',
    ...each('SELECT', 'private', 'delivery_attempts notifications secrets'),
    'INSERT private.delivery_attempts (lead_id, kind, number, may_be_repeat)',
    'UPDATE private.delivery_attempts (finished_at, error_code)',
    'UPDATE private.notifications (next_attempt_at, sent_at, cancelled_at, in_digest)',
  ],

  // For the health check and the metrics.
  leads_probe: [
    ...['desk', 'private', 'supabase_migrations'].map((schema) => `USAGE schema ${schema}`),
    'SELECT desk.pushes (expires_at, next_attempt_at, begun_at, ended_at, outcome)',
    ...each('SELECT', 'private', 'access delivery_attempts retention'),
    'SELECT private.notifications (lead_id, kind, made_at, sent_at, cancelled_at)',
    ...['schema_migrations', 'desk_migrations'].map(
      (table) => `SELECT supabase_migrations.${table} (version)`,
    ),
    ...['current_access()', 'missing_access()'].map((name) => `EXECUTE function private.${name}`),
  ],
};

/** The server's logins. Each can become one role, and has no privileges itself. Its name ends in the database's. */
const LOGINS = ['anon', 'seller', 'desk', 'desk_auth', 'mailer', 'leads_probe'].map(
  (role) => `${role}_of_database: BECOME role ${role}`,
);

const ALLOWED = [
  ...LOGINS,
  ...Object.entries(PRIVILEGES).flatMap(([role, lines]) => lines.map((line) => `${role}: ${line}`)),
];

/** The privileges that a hosted Supabase grants to `service_role`. The migrations do not change them. */
const HOSTED = ['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'].map(
  (verb) => `service_role: ${verb} public.leads`,
);

export const ALLOWED_EMBEDDED: readonly string[] = ALLOWED.toSorted();

export const ALLOWED_HOSTED: readonly string[] = [...ALLOWED, ...HOSTED].toSorted();
