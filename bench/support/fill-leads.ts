import type { Client } from 'pg';

/**
 * Adds leads up to a number, the newest first, without running the triggers. The mail of each lead counts as sent.
 *
 * @param minutesApart the time between two leads
 */
export async function fillLeads(operator: Client, upTo: number, minutesApart = 1): Promise<void> {
  await withoutTriggers(
    operator,
    `with made as (
       insert into public.leads (id, created_at, name, email, phone, postcode, address, property_type, bedrooms,
         property_condition, source)
       select gen_random_uuid(), now() - n * $2::float8 * interval '1 minute', 'Person ' || n,
         'person' || n || '@example.com', '0131 ' || lpad((n % 10000000)::text, 7, '0'), 'EH6 6QQ',
         n || ' Great Junction Street', 'flat', '3', 'fair', 'valuation_form'
       from generate_series((select count(*) + 1 from public.leads), $1) as n
       returning id, created_at
     ), mails as (
       insert into private.notifications (lead_id, submission_id, next_attempt_at, sent_at)
       select id, gen_random_uuid(), created_at, created_at from made
     )
     insert into private.delivery_attempts (lead_id, started_at, finished_at) select id, created_at, created_at from made`,
    [upTo, minutesApart],
  );
}

/** Runs a statement that fills tables, and collects the statistics by which PostgreSQL plans. */
export async function withoutTriggers(operator: Client, sql: string, values: unknown[] = []): Promise<void> {
  await operator.query('begin; set local session_replication_role = replica');
  await operator.query(sql, values);
  await operator.query('commit');
  await operator.query('vacuum analyze');
}
