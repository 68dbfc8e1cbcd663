import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Logger } from 'pino';

export type Pipeline = Pick<pg.Pool, 'query'> & { end(): Promise<void> };

/** Holds back what is written until this turn of the event loop ends: one call of the system for all of it. */
function sendTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => {
    stream.uncork();
  });
}

/**
 * One connection on which small statements follow each other without waiting for answers: many at once cost
 * few round trips. For statements that are independent, quick, and tried again by whoever asked for them: a
 * connection that is lost, or that does not answer in time, fails all that wait on it. The next statement opens
 * it again.
 */
export function openPipeline(config: pg.ClientConfig, log: Logger): Pipeline {
  let connection: Promise<pg.Client> | undefined;

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const opening = client.connect().then(() => client);
    // It may end long after it has failed: a newer one may be open by then.
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    client.on('error', (error) => {
      log.warn({ error: error.message }, 'pipeline connection lost');
    });
    client.on('end', forget);
    opening.catch(forget);
    return opening;
  }

  return {
    query: (async (statement: pg.QueryConfig | string, values?: unknown[]) => {
      connection ??= connect();
      const client = await connection;
      sendTogether(client.connection.stream);
      return client.query(statement, values);
    }) as pg.Pool['query'],
    async end() {
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}
