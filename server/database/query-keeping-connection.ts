import pg from 'pg';

export type Query = <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
) => Promise<pg.QueryResult<Row>>;

/**
 * Like `pool.query`, but keeps the connection when PostgreSQL rejects the statement. `pool.query` closes the connection
 * after any error, so each refused lead would make the server connect again.
 */
export function queryKeepingConnection(pool: pg.Pool): Query {
  return async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    const client = await pool.connect();
    let lost: unknown;
    try {
      return await client.query<Row>(statement);
    } catch (error) {
      const isRejected = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      lost = isRejected ? undefined : error;
      throw error;
    } finally {
      client.release(lost !== undefined);
    }
  };
}
