import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { CLIENT_GONE } from '../http/client-gone.ts';
import type { LeadStore } from '../leads/lead-store.ts';
import type { Room } from '../papers/room.ts';
import type { Queue } from './health.ts';

/**
 * The metrics for Prometheus. Counters cover this process; the queue of mails is read from the database and covers all
 * servers. No label contains anything that a visitor wrote.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];

  const leadsStored = new Counter({
    name: 'leads_stored_total',
    help: 'Leads stored, by form.',
    labelNames: ['source'],
    registers,
  });
  const leadsSuspected = new Counter({
    name: 'leads_suspect_total',
    help: 'Stored leads that look automated.',
    registers,
  });
  const mailsSent = new Counter({
    name: 'mails_sent_total',
    help: 'Mails that the mail server accepted.',
    registers,
  });
  const mailsFailed = new Counter({
    name: 'mails_failed_total',
    help: 'Failed attempts to send a mail. Each is retried.',
    registers,
  });
  const mailsRead = new Counter({
    name: 'inbox_mails_total',
    help: 'Mails that were read in the mailbox with the sellers’ answers, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Responses with status 400 or above, except 404 and 499 (the client has disconnected).',
    labelNames: ['route', 'status', 'reason'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was ready, by route pattern. Excludes the files of the site.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  // The counters start at zero, because a rate needs a value before the first lead.
  for (const source of ['valuation_form', 'chat_widget']) leadsStored.inc({ source }, 0);

  return {
    registry,

    countLeads(store: LeadStore): LeadStore {
      return {
        async insert(submission) {
          const outcome = await store.insert(submission);
          const { row, suspectReasons } = submission;
          if (outcome.ok) leadsStored.inc({ source: row.source ?? '' });
          if (outcome.ok && suspectReasons.length > 0) leadsSuspected.inc();
          return outcome;
        },
      };
    },

    countMails(sendMail: SendMail): SendMail {
      return async (message, signal) => {
        try {
          await sendMail(message, signal);
        } catch (error) {
          mailsFailed.inc();
          throw error;
        }
        mailsSent.inc();
      };
    },

    /** Adds whether the mailbox with the sellers' answers is read. */
    watchMailbox(isRead: () => boolean): void {
      new Gauge({
        name: 'inbox_is_read',
        help: 'Whether the mailbox with the sellers’ answers was read in the last ten minutes: 1 or 0.',
        registers,
        collect() {
          this.set(isRead() ? 1 : 0);
        },
      });
    },

    countInbox: (outcome: string): void => {
      mailsRead.inc({ outcome });
    },

    /** @param reason the error code of a refusal, never its message */
    recordRequest(request: {
      method: string;
      route: string;
      status: number;
      reason: string | undefined;
      seconds: number;
    }): void {
      const { method, route, status, reason = '', seconds } = request;
      durations.observe({ method, route, status }, seconds);
      if (status >= 400 && status !== 404 && status !== CLIENT_GONE) refused.inc({ route, status, reason });
    },

    /** Adds the metrics that are expensive to collect. Call it only when Prometheus can read them. */
    addQueueAndProcessMetrics(
      readQueue: () => Promise<Queue | undefined>,
      readRoom: () => Promise<Room | undefined>,
    ): void {
      const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            const value = await read();
            if (value === undefined) this.remove();
            else this.set(value);
          },
        });
      const fromQueue = (name: string, help: string, read: (queue: Queue) => number) =>
        gauge(name, help, async () => {
          const queue = await readQueue();
          return queue && read(queue);
        });
      gauge(
        'papers_bytes',
        'What pictures and documents take up in the database. At PAPERS_MAX_GB, no more are taken.',
        async () => (await readRoom())?.papersBytes,
      );
      gauge(
        'disk_free_bytes',
        'The least that is free on the disk of DATA_DIR or BACKUP_DIR. Below 1 GB, no pictures and documents are taken.',
        async () => (await readRoom())?.freeBytes,
      );
      fromQueue(
        'notifications_pending',
        'Mails to the firm that have not been sent yet, on all servers. Absent while the database is unreachable.',
        (queue) => queue.pending,
      );
      fromQueue(
        'notifications_oldest_pending_seconds',
        'Age of the oldest mail to the firm that has not been sent yet; 0 when there is none.',
        (queue) => queue.oldestPendingSeconds,
      );
      fromQueue(
        'notifications_possibly_repeated',
        'Mails that may have arrived twice, among the delivery attempts that have not been deleted yet.',
        (queue) => queue.possiblyRepeated,
      );
      fromQueue(
        'seller_mails_pending',
        'Mails to sellers that have not been sent yet. After three days, a mail is given up.',
        (queue) => queue.sellersPending,
      );
      fromQueue(
        'seller_mails_oldest_pending_seconds',
        'Age of the oldest mail to a seller that has not been sent yet; 0 when there is none.',
        (queue) => queue.oldestSellersSeconds,
      );
      fromQueue(
        'pushes_pending',
        'Messages to the devices of staff that have not been sent yet. After an hour, one is given up.',
        (queue) => queue.pushesPending,
      );
      fromQueue(
        'pushes_failed',
        'Messages to the devices of staff that were not delivered in the last hour. Excludes devices that are gone.',
        (queue) => queue.pushesFailed,
      );
      collectDefaultMetrics({ register: registry });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
