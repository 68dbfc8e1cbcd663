/**
 * `npm run bench:scale`: leads a second, and mails for each lead, with 1, 2 and 4 server processes on one
 * PostgreSQL, which send through a real SMTP conversation. All of it shares this machine's cores: the figure
 * shows what more processes cost, not what more machines bring. Shorter, and other counts:
 * `node bench/scale.ts --seconds 1 1 2`.
 */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { parseArgs } from 'node:util';
import pg from 'pg';
import buildSite from '../tests/support/built-site.ts';
import { VALUATION_LEAD } from '../tests/support/leads.ts';
import { startMailServer } from '../tests/support/mail-server.ts';
import { PUBLISHABLE_KEY } from '../tests/support/publishable-key.ts';
import { startServer, type RunningServer } from '../tests/support/running-server.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';
import { waitUntil } from '../tests/support/wait-until.ts';
import { describeRun } from './describe-run.ts';
import { markdownTable } from '../tests/support/report.ts';

const CONNECTIONS = 20;
/** All mails of the load, one after the other. */
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

/** Takes every mail, and keeps the lead that each is about. */
async function startSink() {
  const references: string[] = [];
  const server = await startMailServer({
    onData(stream, _session, done) {
      void text(stream).then((mail) => {
        references.push(/^message-id:\s*<lead-([0-9a-f-]+)@/im.exec(mail)?.[1] ?? '');
        done();
      });
    },
  });
  return { ...server, references };
}

/** One load, shared among the servers as a load balancer does it. */
async function load(servers: readonly RunningServer[]) {
  const results = await Promise.all(
    servers.map(({ url }) =>
      autocannon({
        url: `${url}/rest/v1/leads`,
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY },
        body: JSON.stringify(VALUATION_LEAD),
        connections: CONNECTIONS / servers.length,
        duration: seconds,
      }),
    ),
  );
  return {
    perSecond: Math.round(results.reduce((sum, { requests }) => sum + requests.average, 0)),
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
    refused: results.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0),
  };
}

async function measure(processes: number): Promise<Record<string, number | string>> {
  await operator.query(`create database scale_${processes}`);
  const url = new URL(postgres.connectionString);
  url.pathname = `/scale_${processes}`;
  const sink = await startSink();
  const servers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startServer({
        DATA_DIR: join(postgres.folder, `data-${processes}-${index}`),
        DATABASE_URL: url.href,
        SMTP_URL: sink.url,
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
    const { perSecond, p99Ms, refused } = await load(servers);
    await Promise.race([
      ended,
      waitUntil(
        'every mail is sent',
        async () =>
          (await ask('select count(*)::int from private.notifications where sent_at is null')) === 0,
        MAILS_LIMIT_MS,
      ),
    ]);
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    const stored = await ask('select count(*)::int from public.leads');
    const mails = sink.references.length;
    return {
      processes,
      'leads/s': perSecond,
      'p99 ms': p99Ms,
      refused,
      'leads stored': stored,
      mails,
      'mails a lead': (mails / stored).toFixed(4),
      'leads with a mail': (new Set(sink.references).size / stored).toFixed(4),
      'mails/s': Math.round(mails / elapsedSeconds),
    };
  } finally {
    // They are told to end now.
    ended.catch(() => undefined);
    await client.end();
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    await sink.close();
  }
}

buildSite();
const run = describeRun(new Date());
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
