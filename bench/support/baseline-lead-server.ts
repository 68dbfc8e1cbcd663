import { createServer } from 'node:http';
import pg from 'pg';
import { listen } from '#support/server/listen-on-free-port.ts';

/**
 * Starts the baseline with which the speed of storing leads is compared. It does the least that Node and PostgreSQL can do together: `node:http` and one plain insert, without
 * roles, rules or notifications.
 */
export async function startBaselineLeadServer(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query(
    'create table baseline_leads (id bigint generated always as identity, body jsonb not null)',
  );
  const text = 'insert into baseline_leads (body) values ($1)';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      pool.query({ name: 'insert', text, values: [Buffer.concat(chunks).toString()] }).then(
        () => response.writeHead(201).end(),
        () => response.writeHead(500).end(),
      );
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    async close() {
      server.close();
      await pool.end();
    },
  };
}
