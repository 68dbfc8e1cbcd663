import type { ClientBase } from 'pg';

/** Runs `work` in a transaction on a connection that nothing else uses meanwhile. After an error, rolls back. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
