import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { postLead } from '../../support/leads/post-lead.ts';
import { percentile } from '../../support/load/bench-report.ts';
import type { RunningServer } from '../../support/server/running-server.ts';
import { signInByLog } from '../../support/server/trial-owner.ts';
import type { Crowd, CrowdOutcome } from './crowd-worker.ts';

/** The pause between two requests of visitors and staff, who request the things in `OTHERS` in turn. */
const OTHERS_EVERY_MS = 50;

/** `inbox`: somebody at the firm asks the desk for the list of leads. */
const OTHERS = ['home', 'lead', 'health', 'inbox'] as const;

export type Other = (typeof OTHERS)[number];

export type Target = { url: string; desk: { url: string; cookie: string } };

/** Signs in to the desk of a server on a trial. */
export async function findTarget(server: RunningServer): Promise<Target> {
  const { client, deskUrl } = await signInByLog(server);
  const url = deskUrl.replace('localhost', '127.0.0.1');
  return { url: server.url, desk: { url, cookie: client.cookie() ?? '' } };
}

function sendOtherRequest({ url, desk }: Target, other: Other, number: number): Promise<Response> {
  switch (other) {
    case 'home':
      return fetch(url);
    case 'health':
      return fetch(`${url}/healthz`);
    case 'lead':
      return postLead(url, CHAT_LEAD, crypto.randomUUID(), `203.0.113.${number % 256}`);
    case 'inbox':
      return fetch(`${desk.url}/api/inbox`, {
        method: 'POST',
        headers: { cookie: desk.cookie },
        body: JSON.stringify({ view: 'now', before: null, page_size: 20 }),
      });
  }
}

/**
 * Sends requests that are refused from many connections, in a worker thread, while this thread sends the requests of
 * visitors and staff.
 *
 * @param crowd.ipAddresses how many IP addresses the requests come from
 */
export async function runCrowd(target: Target, crowd: Omit<Crowd, 'url'>) {
  const url = crowd.kind === 'forms' ? target.url : target.desk.url;
  const worker = new Worker(join(import.meta.dirname, 'crowd-worker.ts'), { workerData: { ...crowd, url } });
  const outcome = once(worker, 'message') as Promise<[CrowdOutcome]>;
  const tookMs: Record<Other, number[]> = { home: [], lead: [], health: [], inbox: [] };
  const othersStatuses = new Set<string>();

  const endsAt = performance.now() + crowd.seconds * 1_000;
  const underWay: Promise<void>[] = [];
  let isInboxOpen = false;
  for (let number = 0; performance.now() < endsAt; number += 1) {
    const other = OTHERS[number % OTHERS.length] ?? 'home';
    // One person waits for the list before asking again.
    if (other !== 'inbox' || !isInboxOpen) {
      const startedAt = performance.now();
      isInboxOpen ||= other === 'inbox';
      underWay.push(
        sendOtherRequest(target, other, number).then(async (response) => {
          await response.arrayBuffer();
          if (other === 'inbox') isInboxOpen = false;
          tookMs[other].push(performance.now() - startedAt);
          othersStatuses.add(`${other} ${response.status}`);
        }),
      );
    }
    await delay(OTHERS_EVERY_MS);
  }
  await Promise.all(underWay);
  const [crowdOutcome] = await outcome;
  return {
    ...crowdOutcome,
    othersStatuses: [...othersStatuses].sort(),
    medianMs: (other: Other) => Math.round(percentile(tookMs[other], 0.5)),
    p99Ms: (other: Other) => Math.round(percentile(tookMs[other], 0.99)),
  };
}

/** What visitors and staff must get while a crowd is there. */
export const EXPECTED_STATUSES = ['health 200', 'home 200', 'inbox 200', 'lead 201'];
