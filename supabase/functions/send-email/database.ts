import type { Pool } from 'pg';
import type { Database } from './notifications.ts';

/**
 * Runs each statement as the role `mailer`, in its own transaction. Session settings would not work behind a
 * transaction pooler, which Supabase can have in front of its database.
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
        // Closes the connection instead of returning it to the pool: its transaction is open, or it is broken.
        client.release(true);
        throw error;
      }
    },
  };
}
