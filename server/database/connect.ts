import pg from 'pg';

export type Connect = () => Promise<pg.Client>;

type Options = {
  timeoutMs: number;
  /** Called when the open connection is lost. Its queries then fail as well. */
  onLost?: (error: Error) => void;
};

/**
 * Connects, without retries.
 *
 * @throws {Error} from PostgreSQL or the network, when the connection fails
 */
export async function connect(
  connectionString: string,
  { timeoutMs, onLost = () => undefined }: Options,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs });
  // Without a listener, the loss of the connection would crash the process.
  client.on('error', onLost);
  await client.connect();
  return client;
}

export async function withConnection<T>(
  connectTo: Connect,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
