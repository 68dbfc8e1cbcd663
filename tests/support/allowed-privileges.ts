import { LEAD_COLUMNS } from '#lead/lead.ts';

/**
 * Everything that anybody but the owner may do. A line that is missing here, or too many, fails the build:
 * whoever adds a grant adds it here as well, where a reviewer sees it.
 */
const ALLOWED = [
  // PostgreSQL's own default.
  'public: CONNECT database',
  'public: USAGE schema public',

  `anon: INSERT public.leads (${LEAD_COLUMNS.join(', ')})`,

  // Each login becomes one of these, and does nothing itself.
  'anon_of_database: BECOME role anon',
  'leads_probe_of_database: BECOME role leads_probe',
  'mailer_of_database: BECOME role mailer',

  'mailer: INSERT private.delivery_attempts (lead_id, may_be_repeat)',
  'mailer: SELECT private.delivery_attempts',
  'mailer: UPDATE private.delivery_attempts (finished_at, error_code)',
  'mailer: SELECT private.notifications',
  'mailer: SELECT private.secrets',
  'mailer: UPDATE private.notifications (next_attempt_at, sent_at, in_digest)',
  'mailer: SELECT public.leads',
  'mailer: USAGE schema private',

  'leads_probe: SELECT private.delivery_attempts',
  'leads_probe: SELECT private.notifications (lead_id, sent_at)',
  'leads_probe: SELECT public.leads (id, created_at)',
  'leads_probe: SELECT supabase_migrations.schema_migrations (version)',
  'leads_probe: USAGE schema private',
  'leads_probe: USAGE schema supabase_migrations',
];

/** What a hosted Supabase gives its operators' key, and the migrations leave alone. */
const HOSTED = ['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'].map(
  (verb) => `service_role: ${verb} public.leads`,
);

/** On the embedded database, which has no operators' key. */
export const ALLOWED_EMBEDDED: readonly string[] = ALLOWED.toSorted();

/** On a hosted Supabase. */
export const ALLOWED_HOSTED: readonly string[] = [...ALLOWED, ...HOSTED].toSorted();
