import { LEAD_COLUMNS } from '#lead/lead.ts';

/**
 * All privileges of roles other than the owner. A missing line or an extra line fails the tests, so every new grant
 * must be added here as well, where a reviewer sees it.
 */
const ALLOWED = [
  // PostgreSQL's own default.
  'public: CONNECT database',
  'public: USAGE schema public',

  `anon: INSERT public.leads (${LEAD_COLUMNS.join(', ')})`,

  // Each login can become one of these roles, and has no privileges itself.
  'anon_of_database: BECOME role anon',
  'leads_probe_of_database: BECOME role leads_probe',
  'mailer_of_database: BECOME role mailer',

  'mailer: INSERT private.delivery_attempts (lead_id, may_be_repeat)',
  'mailer: SELECT private.delivery_attempts',
  'mailer: UPDATE private.delivery_attempts (finished_at, error_code)',
  'mailer: SELECT private.notifications',
  'mailer: SELECT private.secrets',
  'mailer: UPDATE private.notifications (next_attempt_at, sent_at)',
  'mailer: SELECT public.leads',
  'mailer: USAGE schema private',

  'leads_probe: SELECT private.delivery_attempts',
  'leads_probe: SELECT private.notifications (lead_id, sent_at)',
  'leads_probe: SELECT public.leads (id, created_at)',
  'leads_probe: SELECT supabase_migrations.schema_migrations (version)',
  'leads_probe: USAGE schema private',
  'leads_probe: USAGE schema supabase_migrations',
];

/** The privileges that a hosted Supabase grants to its operator's key. The migrations do not change them. */
const HOSTED = ['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'].map(
  (verb) => `service_role: ${verb} public.leads`,
);

/** On the embedded database, which has no operator's key. */
export const ALLOWED_EMBEDDED: readonly string[] = ALLOWED.toSorted();

/** On a hosted Supabase. */
export const ALLOWED_HOSTED: readonly string[] = [...ALLOWED, ...HOSTED].toSorted();
