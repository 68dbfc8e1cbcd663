import type { Pool } from 'pg';
import type { Database } from './notifications.ts';

/**
 * Runs each statement as the role `mailer`, in a transaction of its own: behind a connection pooler, which
 * a Supabase may have in front of its database, nothing that is set for a session can be relied on.
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
        // Not back into the pool: its transaction is still open, or the connection is broken.
        client.release(true);
        throw error;
      }
    },
  };
}
