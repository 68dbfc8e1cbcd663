import type { Pool } from 'pg';
import type { Database } from '../../supabase/functions/send-email/notifications.ts';

/** Has each connection plan a statement once: for the few that come again and again. */
export function prepareStatements(pool: Pick<Pool, 'query'>): Database {
  const names = new Map<string, string>();

  function nameOf(text: string): string {
    const name = names.get(text) ?? `prepared-${names.size}`;
    names.set(text, name);
    return name;
  }

  return { query: (text, values) => pool.query({ name: nameOf(text), text, values }) };
}
