import pg from 'pg';
import { Refused } from '../refused.ts';
import { allOf } from './statement.ts';

export type Connections = Pick<pg.Pool, 'connect'>;

/**
 * Runs `work` in a transaction on a connection of the pool. After a refusal or an SQL error, rolls back and returns the
 * connection to the pool. After any other error, closes the connection, which may be broken or busy.
 */
export async function transact<T>(
  pool: Connections,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    // Not awaited by itself, so that the first statements are sent along.
    const [, result] = await allOf([client.query('begin'), work(client)]);
    await client.query('commit');
    isUsable = true;
    return result;
  } catch (error) {
    if (error instanceof Refused || (error instanceof pg.DatabaseError && error.severity === 'ERROR')) {
      isUsable = await client.query('rollback').then(
        () => true,
        () => false,
      );
    }
    throw error;
  } finally {
    client.release(!isUsable);
  }
}
