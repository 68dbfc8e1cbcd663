import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export const TEMPLATE_DATABASE = 'leads_template';

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** A migrated database of the test's own. */
export async function createTestDatabase() {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = serverUrl.replace(/postgres$/, name);

  const server = new pg.Client(serverUrl);
  await server.connect();
  await server.query(`create database ${name} template ${TEMPLATE_DATABASE}`);

  const clients: pg.Client[] = [];
  async function connect(options?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, ...(options && { options }) });
    // Dropping the database cuts connections that are still closing; one that is lost earlier fails its next query.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  return {
    url,
    /** Connected as the superuser, to prepare and to inspect. */
    admin: await connect(),
    /** A client with the privileges of a role, as a request to the API has. */
    connectAs: (role: string) => connect(`-c role=${role}`),
    drop: async () => {
      await Promise.all(clients.map((client) => client.end()));
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}
