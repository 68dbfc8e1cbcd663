import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInstallation, type Installation } from '../../support/installation.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { countLeads, type Count } from './count.ts';
import { startLoad, type Load } from './load.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';

/** What is owed has been sent by then: thousands of mails, one after the other, and the lease of a killed sender. */
const SETTLE_MS = 600_000;

/** No try to send takes longer here, where the mail server is at hand, unless the mail server hangs. */
const LONGEST_ATTEMPT_SECONDS = 12;

export type RigOptions = {
  /** A PostgreSQL that the servers share, instead of the embedded one. */
  databaseUrl?: string;
  /** How many servers it may start, each at an address of its own. */
  servers?: number;
  /** Instead of a temporary folder. */
  dataDir?: string;
};

type StartOptions = { index?: number; command?: [string, ...string[]] };

/** The product, a mail server and clients, each of which can be made to fail. */
export type Rig = Pick<Installation, 'dataDir' | 'query'> & {
  /** The embedded database's files. */
  postgres: string;
  mailbox: Mailbox;
  /** Starts a server, at the same address each time. */
  start(options?: StartOptions): Promise<RunningServer>;
  startLoad(clients?: number): Load;
  /** Makes every wait run out now, but for a mail that a live server is sending. */
  passWaits(): Promise<void>;
  /** Ends the load, waits until every mail has left, and counts. */
  finish(load: Load, options?: { passesWaits?: boolean }): Promise<Count>;
  close: () => Promise<void>;
};

async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  return probes.map((probe) => {
    const address = probe.address();
    probe.close();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
}

/** @param isHasty moves the times of leases and back-offs, where otherwise they are waited for */
export async function openRig(isHasty: boolean, options: RigOptions = {}): Promise<Rig> {
  const { databaseUrl, servers = 1 } = options;
  const installation = await createInstallation(options);
  const { dataDir, query } = installation;
  const mailbox = await startMailbox();
  const ports = await findFreePorts(servers);
  let lastStart = new Date();

  async function passWaits(): Promise<void> {
    // An unfinished attempt is under way, unless it is older than the server, or so old that its sender must
    // have lost it with its connection. A row that somebody takes in this moment is left alone: its time is
    // another by then.
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
  }

  return {
    dataDir,
    query,
    postgres: join(dataDir, 'postgres'),
    mailbox,
    passWaits,
    startLoad: (clients) =>
      startLoad(
        ports.map((port) => `http://127.0.0.1:${port}`),
        clients,
      ),

    start({ index = 0, command } = {}) {
      lastStart = new Date();
      const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      return installation.start({ PORT: String(ports[index]), SMTP_URL: mailbox.url, ...database }, command);
    },

    async finish(load, { passesWaits = isHasty } = {}) {
      await load.stop();
      await waitUntil(
        'every mail has left',
        async () => {
          if (passesWaits) await passWaits();
          const pending = await query('select from private.notifications where sent_at is null');
          return pending.length === 0;
        },
        SETTLE_MS,
      );
      return countLeads({ query, mailbox, load });
    },

    async close() {
      await installation.close();
      await mailbox.close();
    },
  };
}
