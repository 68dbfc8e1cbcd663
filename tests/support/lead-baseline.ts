import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The least that Node and PostgreSQL can do together: `node:http` and one plain insert, no role, rules or
 * notification.
 */
export async function startLeadFloor(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query('create table floor_leads (id bigint generated always as identity, body jsonb not null)');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      pool
        .query({
          name: 'insert',
          text: 'insert into floor_leads (body) values ($1)',
          values: [Buffer.concat(chunks).toString()],
        })
        .then(
          () => response.writeHead(201).end(),
          () => response.writeHead(500).end(),
        );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      await pool.end();
    },
  };
}
