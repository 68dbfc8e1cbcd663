import pg from 'pg';

export type Connect = () => Promise<pg.Client>;

type Options = {
  timeoutMs: number;
  /** Is told when the connection is lost later. Its queries fail as well. */
  onLost?: (error: Error) => void;
};

/**
 * A connection, at the first try.
 *
 * @throws {Error} PostgreSQL's or the network's, when there is none
 */
export async function connect(
  connectionString: string,
  { timeoutMs, onLost = () => undefined }: Options,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs });
  // Without a listener, a connection that is lost later would end the process.
  client.on('error', onLost);
  await client.connect();
  return client;
}

/** Works on a connection that is for this work alone. */
export async function workOn<T>(connectTo: Connect, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
