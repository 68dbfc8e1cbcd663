import { join } from 'node:path';
import pg from 'pg';
import { atLeast, atMost, sum } from '#support/load/bench-report.ts';
import { sendFromClients } from '#support/load/load-generator.ts';
import { startMailServer } from '#support/mail/mail-server.ts';
import { startServer } from '#support/server/running-server.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { readNumbers, report } from '../support/command.ts';

const CONNECTIONS = 20;
/** How long the servers may take to send all mails. */
const MAILS_LIMIT_MS = 900_000;

/** Sends leads to servers on a new database, as a load balancer would divide them, and waits for the last mail. */
async function measure(
  processes: number,
  leads: number,
  postgres: { connectionString: string; folder: string },
) {
  await using opened = new AsyncDisposableStack();
  const operator = opened.adopt(new pg.Client(postgres.connectionString), (client) => client.end());
  await operator.connect();
  await operator.query(`create database scale_${processes}`);
  const url = new URL(postgres.connectionString);
  url.pathname = `/scale_${processes}`;
  const mailServer = opened.adopt(await startMailServer(), (server) => server.close());
  const servers = await Promise.all(
    Array.from({ length: processes }, async (_, index) =>
      opened.adopt(
        await startServer({
          DATA_DIR: join(postgres.folder, `data-${processes}-${index}`),
          DATABASE_URL: url.href,
          SMTP_URL: mailServer.url,
          MAIL_TO: 'leads@example.com',
          LOG_LEVEL: 'info',
        }),
        (server) => server.kill('SIGTERM').then(() => undefined),
      ),
    ),
  );
  const client = opened.adopt(new pg.Client(url.href), (open) => open.end());
  await client.connect();
  const count = async (sql: string) => (await client.query<{ count: number }>(sql)).rows[0]?.count ?? 0;

  const startedAt = performance.now();
  const turns = await Promise.all(
    servers.map((server) =>
      sendFromClients(`${server.url}/rest/v1/leads`, CONNECTIONS / processes, {
        leads: Math.ceil(leads / processes),
      }),
    ),
  );
  const pending = 'select count(*)::int from private.notifications where sent_at is null';
  await waitUntil('every mail is sent', async () => (await count(pending)) === 0, MAILS_LIMIT_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const stored = await count('select count(*)::int from public.leads');
  const messageIds = new Set(mailServer.mails.map(({ messageId }) => messageId));
  return {
    servers: processes,
    'leads/s': sum(turns.map(({ perSecond }) => perSecond)),
    'p99 ms': Math.max(...turns.map(({ p99Ms }) => p99Ms)),
    refused: sum(
      turns.flatMap(({ statuses }) => [...statuses].map(([status, n]) => (status === 201 ? 0 : n))),
    ),
    'leads stored': stored,
    mails: mailServer.mails.length,
    'mails a lead': mailServer.mails.length / stored,
    'leads with a mail': messageIds.size / stored,
    'mails/s': Math.round(mailServer.mails.length / seconds),
  };
}

export async function measureServers(options: { servers: string; leads: number }): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
  const rows = [];
  for (const count of readNumbers(options.servers)) rows.push(await measure(count, options.leads, postgres));
  report(`${CONNECTIONS} connections in all, until the last mail of ${options.leads} leads is sent`, rows, [
    atMost(1, 'mails a lead', Math.max(...rows.map((row) => row['mails a lead']))),
    atLeast(1, 'share of leads with a mail', Math.min(...rows.map((row) => row['leads with a mail']))),
  ]);
}
