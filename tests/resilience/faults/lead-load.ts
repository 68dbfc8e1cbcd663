import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { toNotificationBody } from '#lead/notification.ts';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { callSendEmail, postLead } from '../../support/leads/post-lead.ts';
import { WAIT_LIMIT_MS } from '../../support/runner/time-limits.ts';

const CLIENTS = 6;
/** The pause between two leads of a client. */
const PAUSE_MS = 25;
const RETRY_MS = 200;
const EXPECTED = new Set([201, 409, 429, 503]);

export type Load = ReturnType<typeof startLoad>;

/**
 * Starts clients that send one lead after the other, as the site does. Each client retries with the same submission id
 * for up to two minutes, and requests the mail when the lead is acknowledged. Each lead's message is its submission id,
 * by which it is found in the database.
 *
 * @param urls of the servers, tried in turn
 */
export function startLoad(urls: string[], clients = CLIENTS) {
  const events = new EventEmitter();
  let stopping = false;
  let tries = 0;
  const load = {
    /** Submission ids whose response was 201, or 409 because the lead was already stored. They must not be lost. */
    acknowledged: new Set<string>(),
    /** All other statuses, except 429 and 503, which only ask the client to retry later. */
    unexpected: new Set<number>(),
    givenUp: 0,
    longestWaitMs: 0,
  };

  async function trySubmit(id: string): Promise<boolean> {
    const url = urls[(tries += 1) % urls.length] ?? '';
    const lead = { ...CHAT_LEAD, message: id };
    try {
      const { status } = await postLead(url, lead, id);
      if (!EXPECTED.has(status)) load.unexpected.add(status);
      if (status !== 201 && status !== 409) return false;
    } catch {
      return false;
    }
    load.acknowledged.add(id);
    // Like the site, the client does not wait for this call, because the server sends the mail anyway.
    callSendEmail(url, toNotificationBody(lead), id).catch(() => undefined);
    return true;
  }

  async function submit(): Promise<void> {
    const id = crypto.randomUUID();
    const startedAt = performance.now();
    for (;;) {
      const isStored = await trySubmit(id);
      const waitedMs = performance.now() - startedAt;
      load.longestWaitMs = Math.max(load.longestWaitMs, waitedMs);
      if (isStored) return;
      if (waitedMs >= WAIT_LIMIT_MS) {
        load.givenUp += 1;
        return;
      }
      await delay(RETRY_MS);
    }
  }

  async function sendOneAfterAnother(): Promise<void> {
    while (!stopping) {
      await submit();
      events.emit('finished');
      await delay(PAUSE_MS);
    }
  }
  const running = Array.from({ length: clients }, sendOneAfterAnother);

  return Object.assign(load, {
    /** Resolves when this many more leads have been acknowledged, or when every client has given up once. */
    async more(count: number) {
      const target = load.acknowledged.size + count;
      while (load.acknowledged.size < target && load.givenUp < clients) await once(events, 'finished');
    },
    /** Resolves when every client's last lead has been acknowledged or given up. */
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  });
}
