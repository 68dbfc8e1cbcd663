import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInstallation, type Installation } from '../../support/installation.ts';
import { listen } from '../../support/listen.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { countLeads, type Count } from './count.ts';
import { startLoad, type Load } from './load.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';

/** Enough for thousands of mails, one after the other, and for the lease of a killed sender. */
const SETTLE_MS = 600_000;

/** No attempt to send takes longer here, with the mail server on the same machine, unless the mail server hangs. */
const LONGEST_ATTEMPT_SECONDS = 12;

export type RigOptions = {
  /** A PostgreSQL that the servers share, instead of the embedded one. */
  databaseUrl?: string;
  /** How many servers it may start, each on a port of its own. */
  servers?: number;
  /** Instead of a temporary folder. */
  dataDir?: string;
};

type StartOptions = { index?: number; command?: [string, ...string[]] };

type LoadOptions = {
  /** How many leads are acknowledged before each act and after the last. */
  leads?: number | (() => number);
  rounds?: number;
  act?: (round: number) => Promise<void>;
  clients?: number;
  passesWaits?: boolean;
};

/** The product, a mail server and clients, each of which can be made to fail. */
export type Rig = Pick<Installation, 'dataDir' | 'query'> & {
  /** The embedded database's files. */
  postgres: string;
  mailbox: Mailbox;
  /** The server that was started last. */
  readonly server: RunningServer;
  /** Starts a server, on the same port each time. */
  start(options?: StartOptions): Promise<RunningServer>;
  startLoad(clients?: number): Load;
  /** Makes every wait end now, except for a mail that a live server is sending. */
  passWaits(): Promise<void>;
  /** Ends the load, waits until every mail has left, and counts. */
  finish(load: Load, passesWaits?: boolean): Promise<Count>;
  /** Sends leads, acts, sends leads and so on, then finishes. */
  underLoad(options: LoadOptions): Promise<Count>;
  close: () => Promise<void>;
};

async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(probes.map(listen));
  for (const probe of probes) probe.close();
  return ports;
}

/** @param isHasty skips the waits of leases and retries, which otherwise run out by themselves */
export async function openRig(isHasty: boolean, options: RigOptions = {}): Promise<Rig> {
  const { databaseUrl, servers = 1 } = options;
  const installation = await createInstallation(options);
  const { dataDir, query } = installation;
  const mailbox = await startMailbox();
  const ports = await findFreePorts(servers);
  let lastStart = new Date();
  let server: RunningServer | undefined;

  const rig: Rig = {
    dataDir,
    query,
    postgres: join(dataDir, 'postgres'),
    mailbox,
    get server() {
      if (!server) throw new Error('No server has been started.');
      return server;
    },
    startLoad: (clients) =>
      startLoad(
        ports.map((port) => `http://127.0.0.1:${port}`),
        clients,
      ),

    async start({ index = 0, command } = {}) {
      lastStart = new Date();
      const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      const variables = { PORT: String(ports[index]), SMTP_URL: mailbox.url, ...database };
      server = await installation.start(variables, command);
      return server;
    },

    async passWaits() {
      // An unfinished attempt is under way, unless it is older than the server, or so old that its sender must
      // have lost it with its connection. A row that is claimed at this moment is left alone, since its time
      // has changed by then.
      await query(
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
    },

    async finish(load, passesWaits = isHasty) {
      await load.stop();
      await waitUntil(
        'every mail has left',
        async () => {
          if (passesWaits) await rig.passWaits();
          const pending = await query('select from private.notifications where sent_at is null');
          return pending.length === 0;
        },
        SETTLE_MS,
      );
      return countLeads({ query, mailbox, load });
    },

    async underLoad({ leads = 50, rounds = 1, act, clients, passesWaits }) {
      const load = rig.startLoad(clients);
      const sendLeads = () => load.more(typeof leads === 'number' ? leads : leads());
      for (let round = 0; round < rounds; round += 1) {
        await sendLeads();
        await act?.(round);
      }
      await sendLeads();
      return rig.finish(load, passesWaits);
    },

    async close() {
      await installation.close();
      await mailbox.close();
    },
  };
  return rig;
}
