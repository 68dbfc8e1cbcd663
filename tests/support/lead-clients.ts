import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Instance, type Result } from 'autocannon';
import { VALUATION_LEAD } from './leads.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { percentile } from '../../bench/percentile.ts';

export type Figures = {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** How often each status was answered; 0 stands for no answer. */
  statuses: Map<number, number>;
  /** Answers of 429 and 503 that did not say when to come back. */
  withoutRetryAfter: number;
};

/** A server whose limits count addresses believes this one, and each lead comes from another. */
export const BEHIND_A_PROXY = {
  TRUST_PROXY: '127.0.0.1',
  // The defaults.
  LEADS_PER_ADDRESS: '',
  CALLS_PER_ADDRESS: '',
  LEADS_PER_MINUTE: 'off',
};

const randomAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;

const headersOfOne = () => ({
  'content-type': 'application/json',
  apikey: PUBLISHABLE_KEY,
  'x-submission-id': crypto.randomUUID(),
  'x-forwarded-for': randomAddress(),
});

const BODY = JSON.stringify(VALUATION_LEAD);

function summarise(
  tookMs: number[],
  statuses: Map<number, number>,
  seconds: number,
): Omit<Figures, 'withoutRetryAfter'> {
  const toTenths = (share: number) => Number(percentile(tookMs, share).toFixed(1));
  return {
    perSecond: Math.round(tookMs.length / seconds),
    p50Ms: toTenths(0.5),
    p95Ms: toTenths(0.95),
    p99Ms: toTenths(0.99),
    statuses,
  };
}

/**
 * A closed loop: so many clients, each with its next lead as soon as the last one is answered.
 *
 * @param howLong for so many seconds, or until so many leads are answered
 */
export async function sendFromClients(
  url: string,
  clients: number,
  howLong: { seconds: number } | { leads: number },
): Promise<Figures> {
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  let withoutRetryAfter = 0;
  // Its types know the two apart; it is both.
  const run = autocannon({
    url,
    connections: clients,
    ...('leads' in howLong ? { amount: howLong.leads } : { duration: howLong.seconds }),
    requests: [
      {
        method: 'POST',
        body: BODY,
        setupRequest: (request) => ({ ...request, headers: headersOfOne() }),
      },
    ],
    setupClient(client) {
      // The parser's own form, whatever the types say: names and values in turn.
      client.on('headers', (head: unknown) => {
        const { statusCode, headers } = head as { statusCode: number; headers: string[] };
        const isRefusal = statusCode === 429 || statusCode === 503;
        if (isRefusal && !headers.some((name) => name.toLowerCase() === 'retry-after'))
          withoutRetryAfter += 1;
      });
    },
  }) as Promise<Result> & Instance;
  void run.on('response', (_client, status, _bytes, responseMs) => {
    tookMs.push(responseMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const { errors, duration } = await run;
  if (errors > 0) statuses.set(0, errors);
  return { ...summarise(tookMs, statuses, duration), withoutRetryAfter };
}

/**
 * An open loop: so many leads a second whether or not the last ones are answered, as visitors come. The time
 * of each counts from when it was due.
 *
 * @param everyMinute called at the end of each minute
 */
export async function sendAtRate(
  url: string,
  perSecond: number,
  seconds: number,
  everyMinute: () => Promise<void> = () => Promise.resolve(),
): Promise<Figures> {
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  let withoutRetryAfter = 0;
  const startedAt = performance.now();

  async function send(dueAt: number): Promise<void> {
    let status = 0;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: headersOfOne(),
        body: BODY,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      status = response.status;
      if ((status === 429 || status === 503) && !response.headers.has('retry-after')) withoutRetryAfter += 1;
    } catch {
      // No answer.
    }
    tookMs.push(performance.now() - dueAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  const underWay: Promise<void>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const dueAt = startedAt + (count / perSecond) * 1_000;
    await delay(Math.max(0, dueAt - performance.now()));
    underWay.push(send(dueAt));
    if (count > 0 && count % (perSecond * 60) === 0) await everyMinute();
  }
  await Promise.all(underWay);
  return { ...summarise(tookMs, statuses, seconds), withoutRetryAfter };
}

/** The resident memory of a process in MB; NaN where there is no /proc. */
export async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/** Statuses that no client should see, however many there are. */
export function findUnexpected({ statuses }: Figures): number[] {
  return [...statuses.keys()].filter((status) => ![201, 429, 503].includes(status));
}
