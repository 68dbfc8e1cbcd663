import pg from 'pg';
import { Refusal } from './refusal.ts';

/** Runs `work` in a transaction. A refusal keeps the connection; one that may be lost or busy is not used again. */
export async function transact<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    isUsable = true;
    return result;
  } catch (error) {
    if (error instanceof Refusal || (error instanceof pg.DatabaseError && error.severity === 'ERROR')) {
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
