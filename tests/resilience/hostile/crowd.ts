/** Used by `crowd.test.ts` and by `npm run test:crowd`. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CHAT_LEAD } from '../../support/sample-leads.ts';
import { postLead } from '../../support/post-lead.ts';
import { percentile } from '../../support/bench-report.ts';
import type { Crowd, CrowdOutcome } from './crowd-worker.ts';

/** The pause between two requests of other visitors. In turn they fetch the home page, send a lead and check health. */
const OTHERS_EVERY_MS = 50;

const OTHERS = ['home', 'lead', 'health'] as const;

export type Other = (typeof OTHERS)[number];

function sendOtherRequest(url: string, other: Other, number: number): Promise<Response> {
  if (other === 'home') return fetch(url);
  if (other === 'health') return fetch(`${url}/healthz`);
  return postLead(url, CHAT_LEAD, crypto.randomUUID(), `203.0.113.${number % 256}`);
}

/**
 * Posts invalid forms from many connections, in a worker thread, while this thread sends other visitors' requests.
 *
 * @param crowd.ipAddresses how many IP addresses the forms come from
 */
export async function runCrowd(crowd: Crowd) {
  const worker = new Worker(join(import.meta.dirname, 'crowd-worker.ts'), { workerData: crowd });
  const outcome = once(worker, 'message') as Promise<[CrowdOutcome]>;
  const tookMs: Record<Other, number[]> = { home: [], lead: [], health: [] };
  const othersStatuses = new Set<number>();

  const endsAt = performance.now() + crowd.seconds * 1_000;
  const underWay: Promise<void>[] = [];
  for (let number = 0; performance.now() < endsAt; number += 1) {
    const other = OTHERS[number % OTHERS.length] ?? 'home';
    const startedAt = performance.now();
    underWay.push(
      sendOtherRequest(crowd.url, other, number).then(async (response) => {
        await response.arrayBuffer();
        tookMs[other].push(performance.now() - startedAt);
        othersStatuses.add(response.status);
      }),
    );
    await delay(OTHERS_EVERY_MS);
  }
  await Promise.all(underWay);
  const [crowdOutcome] = await outcome;
  return {
    ...crowdOutcome,
    othersStatuses: [...othersStatuses].sort((a, b) => a - b),
    medianMs: (other: Other) => Math.round(percentile(tookMs[other], 0.5)),
    p99Ms: (other: Other) => Math.round(percentile(tookMs[other], 0.99)),
  };
}
