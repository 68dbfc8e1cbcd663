/**
 * `npm run bench:scale`: leads a second, and mails for each lead, with 1, 2 and 4 server processes on one PostgreSQL.
 * The mails go to a mail server by SMTP. Everything runs on this machine's cores, so the figures show what more
 * processes cost, and not what more machines gain. `node bench/scale.ts --seconds 1 1 2` is a shorter run with 1 and 2
 * processes.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import buildSite from '../tests/support/build-site.ts';
import { sendFromClients } from '../tests/support/load-generator.ts';
import { startMailServer } from '../tests/support/mail-server.ts';
import { describeRun, markdownTable, sum } from '../tests/support/bench-report.ts';
import { startServer, type RunningServer } from '../tests/support/running-server.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';
import { waitUntil } from '../tests/support/wait-until.ts';

const CONNECTIONS = 20;
/** How long the servers may take to send all mails. */
const MAILS_LIMIT_MS = 900_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '5' } },
});
const seconds = Number(values.seconds);
const counts = positionals.length > 0 ? positionals.map(Number) : [1, 2, 4];

const postgres = await startThrowawayPostgres();
const operator = new pg.Client(postgres.connectionString);
await operator.connect();

/** Sends leads from all connections, divided equally among the servers as a load balancer would divide them. */
async function load(servers: readonly RunningServer[]) {
  const results = await Promise.all(
    servers.map(({ url }) =>
      sendFromClients(`${url}/rest/v1/leads`, CONNECTIONS / servers.length, { seconds }),
    ),
  );
  const stored = results.map(({ statuses }) => statuses.get(201) ?? 0);
  return {
    perSecond: sum(results.map(({ perSecond }) => perSecond)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    refused: sum(results.flatMap(({ statuses }) => [...statuses.values()])) - sum(stored),
  };
}

async function measure(processes: number): Promise<Record<string, number | string>> {
  await operator.query(`create database scale_${processes}`);
  const url = new URL(postgres.connectionString);
  url.pathname = `/scale_${processes}`;
  const mailServer = await startMailServer();
  const servers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startServer({
        DATA_DIR: join(postgres.folder, `data-${processes}-${index}`),
        DATABASE_URL: url.href,
        SMTP_URL: mailServer.url,
        MAIL_TO: 'leads@example.com',
        LOG_LEVEL: 'info',
      }),
    ),
  );
  const ended = Promise.race(
    servers.map(async (server) => {
      await server.waitForEnd();
      throw new Error(`A server ended: ${JSON.stringify(server.log.slice(-3))}`);
    }),
  );
  const client = new pg.Client(url.href);
  await client.connect();
  const ask = async (sql: string) => {
    const { rows } = await client.query<{ count: number }>(sql);
    return rows[0]?.count ?? 0;
  };
  try {
    const startedAt = performance.now();
    const { perSecond, p99Ms, refused } = await Promise.race([ended, load(servers)]);
    const countPending = 'select count(*)::int from private.notifications where sent_at is null';
    await Promise.race([
      ended,
      waitUntil('every mail is sent', async () => (await ask(countPending)) === 0, MAILS_LIMIT_MS),
    ]);
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    const stored = await ask('select count(*)::int from public.leads');
    const mails = mailServer.mails.length;
    const messageIds = new Set(mailServer.mails.map(({ messageId }) => messageId));
    return {
      processes,
      'leads/s': perSecond,
      'p99 ms': p99Ms,
      refused,
      'leads stored': stored,
      mails,
      'mails a lead': (mails / stored).toFixed(4),
      'leads with a mail': (messageIds.size / stored).toFixed(4),
      'mails/s': Math.round(mails / elapsedSeconds),
    };
  } finally {
    // The servers stop on purpose now, so the rejection of `ended` is ignored.
    ended.catch(() => undefined);
    await client.end();
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    await mailServer.close();
  }
}

buildSite();
const run = describeRun();
const rows: Record<string, number | string>[] = [];
try {
  for (const processes of counts) rows.push(await measure(processes));
} finally {
  await operator.end();
  await postgres.close();
}
console.log(
  `${run}. ${CONNECTIONS} connections in all, ${seconds} s of load, then until the last mail is sent.\n`,
);
console.log(markdownTable(rows));
