/** Sends leads to a server, for `npm run bench -- leads` and the tests in `tests/resilience/`. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Instance, type Result } from 'autocannon';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { VALUATION_LEAD } from '../leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../server/publishable-key.ts';
import { percentile } from './bench-report.ts';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

export type Figures = Awaited<ReturnType<typeof sendAtRate>>;

/**
 * The server's environment for this load. Each lead comes from another IP address in `X-Forwarded-For`, which the
 * server trusts, so the limits per IP address are applied but refuse nobody. The limit of leads a minute is off.
 */
export const BEHIND_A_PROXY = {
  TRUST_PROXY: '127.0.0.1',
  // An empty value means the default limits.
  LEADS_PER_ADDRESS: '',
  CALLS_PER_ADDRESS: '',
  LEADS_PER_MINUTE: 'off',
};

/** A request with the lead of a new person, from a new IP address, and with a new key to the seller's page. */
function makeRequest() {
  const ipAddress = [10, ...[0, 0, 0].map(() => Math.floor(Math.random() * 256))].join('.');
  const phone = `07${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  return {
    method: 'POST' as const,
    body: JSON.stringify({ ...VALUATION_LEAD, phone }),
    headers: {
      'content-type': 'application/json',
      apikey: PUBLISHABLE_KEY,
      'x-submission-id': crypto.randomUUID(),
      'x-lead-origin': 'page=/glasgow&utm_source=google&utm_campaign=spring',
      'x-forwarded-for': ipAddress,
      [ENQUIRY_KEY_HEADER]: randomBytes(32).toString('hex'),
    },
  };
}

function createTally() {
  const tookMs: number[] = [];
  /** The number of responses by status. 0 stands for no response. */
  const statuses = new Map<number, number>();
  /** The number of responses with 429 or 503 and without `Retry-After`. */
  let withoutRetryAfter = 0;
  const toTenths = (share: number) => Number(percentile(tookMs, share).toFixed(1));
  return {
    statuses,
    countResponse(status: number, ms: number) {
      tookMs.push(ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    checkHeaders(status: number, names: Iterable<string>) {
      if (status !== 429 && status !== 503) return;
      if (![...names].some((name) => name.toLowerCase() === 'retry-after')) withoutRetryAfter += 1;
    },
    summarise: (seconds: number) => ({
      perSecond: Math.round(tookMs.length / seconds),
      p50Ms: toTenths(0.5),
      p95Ms: toTenths(0.95),
      p99Ms: toTenths(0.99),
      statuses,
      withoutRetryAfter,
    }),
  };
}

/**
 * A closed loop: each client sends its next lead when it has the response to its last one.
 *
 * @param amount how long the clients send, or how many leads
 */
export async function sendFromClients(
  url: string,
  clients: number,
  amount: { seconds: number } | { leads: number },
) {
  const tally = createTally();
  // autocannon's types say a promise or an emitter, but the value is both.
  const run = autocannon({
    url,
    connections: clients,
    // In seconds.
    timeout: WAIT_LIMIT_MS / 1_000,
    ...('leads' in amount ? { amount: amount.leads } : { duration: amount.seconds }),
    requests: [{ ...makeRequest(), setupRequest: (request) => ({ ...request, ...makeRequest() }) }],
    setupClient(client) {
      // autocannon's types are wrong: `headers` is the parser's list, in which names and values alternate.
      client.on('headers', (head: unknown) => {
        const { statusCode, headers } = head as { statusCode: number; headers: string[] };
        tally.checkHeaders(statusCode, headers);
      });
    },
  }) as Promise<Result> & Instance;
  void run.on('response', (_client, status, _bytes, responseMs) => tally.countResponse(status, responseMs));
  const { errors, duration } = await run;
  if (errors > 0) tally.statuses.set(0, errors);
  return tally.summarise(duration);
}

/**
 * An open loop: sends leads at a rate without waiting for responses, as visitors do. The time of each lead is measured
 * from the moment at which it was due.
 */
export async function sendAtRate(url: string, perSecond: number, seconds: number) {
  const tally = createTally();
  const startedAt = performance.now();

  async function send(dueAt: number): Promise<void> {
    let status = 0;
    try {
      const response = await fetch(url, { ...makeRequest(), signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
      await response.arrayBuffer();
      status = response.status;
      tally.checkHeaders(status, response.headers.keys());
    } catch {
      // Counted as no response.
    }
    tally.countResponse(status, performance.now() - dueAt);
  }

  const underWay: Promise<void>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const dueAt = startedAt + (count / perSecond) * 1_000;
    await delay(Math.max(0, dueAt - performance.now()));
    underWay.push(send(dueAt));
  }
  await Promise.all(underWay);
  return tally.summarise(seconds);
}

/** The statuses, other than stored (201), too many (429) and busy (503), that occurred. 0 stands for no response. */
export function findUnexpected({ statuses }: Figures): number[] {
  return [...statuses.keys()].filter((status) => ![201, 429, 503].includes(status));
}
