import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInstallation } from '../../support/installation.ts';
import { listen } from '../../support/listen.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { countLeads, type Count } from './count.ts';
import { startLoad, type Load } from './load.ts';
import { startMailbox } from './mailbox.ts';

/** Enough time for thousands of mails, one after the other, and for the lease of a killed sender to end. */
const SETTLE_MS = 600_000;

/** Longer than any attempt takes with a mail server on the same machine that does not hang. */
const LONGEST_ATTEMPT_SECONDS = 12;

export type RigOptions = {
  /** A PostgreSQL that the servers share, instead of the embedded one. */
  databaseUrl?: string;
  /** How many servers the rig may start, each on its own port. */
  servers?: number;
  /** The data folder, instead of a temporary one. */
  dataDir?: string;
  /** Whether the data folder is empty at first. */
  isFresh?: boolean;
};

type StartOptions = { index?: number; command?: [string, ...string[]] };

type LoadOptions = {
  /** How many leads must be acknowledged before each act and after the last one. */
  leads?: number | (() => number);
  rounds?: number;
  act?: (round: number) => Promise<void>;
  clients?: number;
  passesWaits?: boolean;
};

export type Rig = Awaited<ReturnType<typeof openRig>>;

async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(probes.map(listen));
  for (const probe of probes) probe.close();
  return ports;
}

/**
 * The product, a mail server and clients, each of which can be made to fail.
 *
 * @param isHasty skips the waits of leases and retries, which otherwise run out by themselves
 */
export async function openRig(isHasty: boolean, options: RigOptions = {}) {
  const { databaseUrl, servers = 1 } = options;
  const installation = await createInstallation(options);
  const { dataDir, query } = installation;
  const mailbox = await startMailbox();
  const ports = await findFreePorts(servers);
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  let lastStart = new Date();
  let server: RunningServer | undefined;

  /** Starts a server, on the same port each time. */
  async function start({ index = 0, command }: StartOptions = {}): Promise<RunningServer> {
    lastStart = new Date();
    const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const variables = { PORT: String(ports[index]), SMTP_URL: mailbox.url, ...database };
    server = await installation.start(variables, command);
    return server;
  }

  /**
   * Ends every delay and lease now, except that of a mail that a live server is sending. A mail counts as being sent if
   * its attempt is unfinished, younger than the server, and not so old that its sender must have lost its connection. A
   * row that is claimed at this moment is not changed, because its time is then a different one.
   */
  const passWaits = () =>
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

  /** Ends the load, waits until every mail has been sent, and counts. */
  async function finish(load: Load, passesWaits = isHasty): Promise<Count> {
    await load.stop();
    await waitUntil(
      'every mail has left',
      async () => {
        if (passesWaits) await passWaits();
        return (await query('select from private.notifications where sent_at is null')).length === 0;
      },
      SETTLE_MS,
    );
    return countLeads({ query, mailbox, load });
  }

  /** The sender sends ten mails a second, so the number of leads decides how long a round takes. */
  const usualLeads = isHasty ? 20 : 50;

  /** Sends leads, acts, sends leads and so on, then finishes. */
  async function underLoad({ leads = usualLeads, rounds = 1, act, clients, passesWaits }: LoadOptions) {
    const load = startLoad(urls, clients);
    const sendLeads = () => load.more(typeof leads === 'number' ? leads : leads());
    for (let round = 0; round < rounds; round += 1) {
      await sendLeads();
      await act?.(round);
    }
    await sendLeads();
    return finish(load, passesWaits);
  }

  return {
    dataDir,
    query,
    /** The embedded database's files. */
    postgres: join(dataDir, 'postgres'),
    mailbox,
    /** The server that was started last. */
    get server() {
      if (!server) throw new Error('No server has been started.');
      return server;
    },
    start,
    startLoad: () => startLoad(urls),
    passWaits,
    finish,
    underLoad,
    async close() {
      await installation.close();
      await mailbox.close();
    },
  };
}
