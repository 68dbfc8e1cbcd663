import pg from 'pg';

export type Query = (statement: pg.QueryConfig) => Promise<unknown>;

/**
 * `pool.query`, except that a refused statement keeps its connection. `pool.query` closes the connection after any
 * error, so each refused lead would make the server connect again.
 */
export function queryAndKeep(pool: pg.Pool): Query {
  return async (statement) => {
    const client = await pool.connect();
    let lost: unknown;
    try {
      return await client.query(statement);
    } catch (error) {
      const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      lost = isRefusal ? undefined : error;
      throw error;
    } finally {
      client.release(lost !== undefined);
    }
  };
}
