import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Database } from '../../supabase/functions/send-email/notifications.ts';

/** Each connection plans a statement once, under a name that its text gives: for those that come again and again. */
export function prepareStatements(pool: Pick<Pool, 'query'>): Database {
  const names = new Map<string, string>();

  function nameOf(text: string): string {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  }

  return { query: (text, values) => pool.query({ name: nameOf(text), text, values }) };
}
