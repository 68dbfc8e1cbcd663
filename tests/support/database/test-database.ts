import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createLogins, type ServerRole } from '#server/database/logins.ts';
import { closeAtEnd } from '../runner/close-at-end.ts';

export const TEMPLATE_DATABASE = 'leads_template';

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Creates a migrated database, as a copy of the template. It is dropped at the end of the test, or of the test file. */
export async function createTestDatabase() {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = serverUrl.replace(/postgres$/, name);

  const server = new pg.Client(serverUrl);
  await server.connect();
  await server.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  // A copy does not keep the privileges on the database itself, so this revokes again what a migration has revoked.
  await server.query(`revoke temporary on database ${name} from public`);

  const clients: pg.Client[] = [];
  let logins: Record<ServerRole, string> | undefined;
  async function connect(options?: string, connectionString = url): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, ...(options && { options }) });
    // Ignores errors of connections that are still closing when the database is dropped. A test that loses its
    // connection earlier fails at its next query.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  const admin = await connect();
  return {
    url,
    /** A client of the superuser, for preparing and inspecting. */
    admin,
    /** A client with the privileges of a role, like a request to the API. */
    connectAs: (role: string) => connect(`-c role=${role}`),
    /** A client that has logged in and become its role, like the server's connections. */
    async logInAs(role: ServerRole) {
      logins ??= await createLogins(admin, url);
      return connect(`-c role=${role}`, logins[role]);
    },
    drop: closeAtEnd(async () => {
      await Promise.all(clients.map((client) => client.end()));
      await server.query(`drop database ${name} with (force)`);
      for (const login of Object.values(logins ?? {})) {
        await server.query(`drop role ${pg.escapeIdentifier(new URL(login).username)}`);
      }
      await server.end();
    }),
  };
}
