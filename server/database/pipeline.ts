import pg from 'pg';
import type { Logger } from 'pino';

export type Pipeline = Pick<pg.Pool, 'query'> & { end(): Promise<void> };

/**
 * One connection on which small statements follow each other without waiting for answers: many at once cost
 * few round trips. For statements that are independent, quick, and may be lost. A connection that is lost is
 * opened again by the next statement.
 */
export function openPipeline(config: pg.ClientConfig, log: Logger): Pipeline {
  let connection: Promise<pg.Client> | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    client.on('error', (error) => {
      log.warn({ error: error.message }, 'pipeline connection lost');
    });
    client.on('end', () => {
      connection = undefined;
    });
    await client.connect();
    return client;
  }

  return {
    query: (async (statement: pg.QueryConfig | string, values?: unknown[]) => {
      connection ??= connect();
      const client = await connection.catch((error: unknown) => {
        connection = undefined;
        throw error;
      });
      return client.query(statement, values);
    }) as pg.Pool['query'],
    async end() {
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}
