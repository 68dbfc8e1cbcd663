import type { Pool } from 'pg';
import type { Database } from './notifications.ts';

/**
 * Runs each statement as the role `mailer`, in its own transaction. The role is set for that transaction only, because
 * a setting for the session does not work behind a transaction pooler, which Supabase can have before its database.
 */
export function asMailer(pool: Pool): Database {
  return {
    async query(text, values) {
      const client = await pool.connect();
      try {
        await client.query('begin; set local role mailer; set local statement_timeout = 8000');
        const { rows } = await client.query<Record<string, unknown>>(text, values);
        await client.query('commit');
        client.release();
        return { rows };
      } catch (error) {
        // This closes the connection instead of returning it to the pool: it has an open transaction, or is broken.
        client.release(true);
        throw error;
      }
    },
  };
}
