import { join } from 'node:path';
import { createInstallation } from '../../support/server/installation.ts';
import { findFreePort } from '../../support/server/listen-on-free-port.ts';
import type { RunningServer } from '../../support/server/running-server.ts';
import { TEST_LIMIT_MS } from '../../support/runner/time-limits.ts';
import { waitUntil } from '../../support/runner/wait-until.ts';
import { countLeads, type Count } from './count-leads.ts';
import { startFaultyMailServer } from './faulty-mail-server.ts';
import { startLoad, type Load } from './lead-load.ts';

/** Longer than any attempt takes with a mail server on the same machine that does not hang. */
const LONGEST_ATTEMPT_SECONDS = 12;

export type ServersUnderLoadOptions = {
  /** A PostgreSQL that the servers share, instead of the embedded one. */
  databaseUrl?: string;
  /** How many servers may be started, each on its own port. */
  servers?: number;
  /** The data folder, instead of a temporary one. */
  dataDir?: string;
  /** Whether the data folder is empty at first. */
  isFresh?: boolean;
};

type StartOptions = { index?: number; command?: [string, ...string[]] };

type LoadOptions = {
  /** How many leads must be acknowledged before each call of `act`, and after the last call. */
  leads?: number | (() => number);
  rounds?: number;
  act?: (round: number) => Promise<void>;
  clients?: number;
  /** Whether retries become due, and leases of killed servers end, at once. The default is `isHasty`. */
  skipsWaits?: boolean;
};

export type ServersUnderLoad = Awaited<ReturnType<typeof openServersUnderLoad>>;

/**
 * Prepares a rig: a data folder on which servers are started and killed, a mail server that can be made to fail, and
 * clients that send leads.
 *
 * @param isHasty whether retry delays and the leases of killed servers end at once instead of after their time
 */
export async function openServersUnderLoad(isHasty: boolean, options: ServersUnderLoadOptions = {}) {
  const { databaseUrl, servers = 1 } = options;
  const installation = await createInstallation(options);
  const { dataDir, query } = installation;
  const mailServer = await startFaultyMailServer();
  const ports = await Promise.all(Array.from({ length: servers }, () => findFreePort()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  let lastStart = new Date();
  let server: RunningServer | undefined;

  /** Starts a server, on the same port each time. */
  async function start({ index = 0, command }: StartOptions = {}): Promise<RunningServer> {
    lastStart = new Date();
    const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const variables = { PORT: String(ports[index]), SMTP_URL: mailServer.url, ...database };
    server = await installation.start(variables, command);
    return server;
  }

  /**
   * Makes every pending mail due now, except mails that a running server is sending: their attempt is unfinished, was
   * started after the server, and is younger than LONGEST_ATTEMPT_SECONDS. The comparison with `seen` leaves out a row
   * that is claimed at the same moment.
   */
  const skipWaits = () =>
    query(
      `update private.notifications set next_attempt_at = now()
       from (
         select lead_id as id, next_attempt_at as seen from private.notifications
         where sent_at is null and next_attempt_at > now() and not exists (
           select from private.delivery_attempts attempt
           where attempt.lead_id = notifications.lead_id and finished_at is null
             and started_at >= greatest($1, now() - make_interval(secs => $2))
         )
       ) as waiting
       where lead_id = id and next_attempt_at = seen`,
      [lastStart, LONGEST_ATTEMPT_SECONDS],
    );

  /** Stops the clients, waits until every mail has been sent, and counts leads and mails. */
  async function finish(load: Load, skipsWaits = isHasty): Promise<Count> {
    await load.stop();
    await waitUntil(
      'every mail has been sent',
      async () => {
        if (skipsWaits) await skipWaits();
        return (await query('select from private.notifications where sent_at is null')).length === 0;
      },
      // Thousands of mails take minutes, so only the limit of the test ends this wait.
      TEST_LIMIT_MS,
    );
    return countLeads({ query, mailServer, load });
  }

  /** The server sends ten mails a second, so the number of leads decides how long a round takes. */
  const usualLeads = isHasty ? 20 : 50;

  /** Calls `act` in each round, after some leads. After the last round, sends leads once more, and calls `finish`. */
  async function runUnderLoad({ leads = usualLeads, rounds = 1, act, clients, skipsWaits }: LoadOptions) {
    const load = startLoad(urls, clients);
    const sendLeads = () => load.more(typeof leads === 'number' ? leads : leads());
    for (let round = 0; round < rounds; round += 1) {
      await sendLeads();
      await act?.(round);
    }
    await sendLeads();
    return finish(load, skipsWaits);
  }

  return {
    dataDir,
    query,
    /** The embedded database's files. */
    postgres: join(dataDir, 'postgres'),
    mailServer,
    get server() {
      if (!server) throw new Error('No server has been started.');
      return server;
    },
    start,
    startLoad: () => startLoad(urls),
    skipWaits,
    finish,
    runUnderLoad,
    async close() {
      await installation.close();
      await mailServer.close();
    },
  };
}
