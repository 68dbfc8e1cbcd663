/**
 * `crowd.ts` runs this file in a worker thread. Many connections send requests that the server refuses. Each connection
 * sends its next request as soon as it has the response to the previous one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { VALUATION_ANSWERS } from '../../support/leads/sample-leads.ts';
import { WAIT_LIMIT_MS } from '../../support/runner/time-limits.ts';

export type Crowd = {
  /** `forms`: posts of an invalid form to the site. `calls`: calls of the desk without an account. */
  kind: 'forms' | 'calls';
  url: string;
  connections: number;
  seconds: number;
  ipAddresses: number;
};

export type CrowdOutcome = {
  /** The number of responses by status. 0 stands for no response. */
  statuses: Map<number, number>;
  /** How long the crowd sent requests. */
  seconds: number;
};

type Sent = { path: string; headers: Record<string, string>; body: string };

const FORM: Sent = {
  path: '/',
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip' },
  body: new URLSearchParams({ source: 'valuation_form', ...VALUATION_ANSWERS, phone: '1' }).toString(),
};

const JSON_HEADERS = { 'content-type': 'application/json' };
const ID = '0190a5c4-7a3e-4c5f-8f8e-2b0f6a1d9c11';
/** A cookie with a token that nobody has. */
const FORGED = { ...JSON_HEADERS, cookie: `desk=${'A'.repeat(43)}` };
const CALLS: Sent[] = [
  { path: '/sign-in/app', headers: FORGED, body: JSON.stringify({ code: '123456' }) },
  { path: '/api/inbox', headers: FORGED, body: '{"view":"now","before":null,"page_size":20}' },
  {
    path: '/sign-in/passkey',
    headers: JSON_HEADERS,
    body: JSON.stringify({ challenge_id: ID, credential: { id: 'unknown' } }),
  },
];

const { kind, url, connections, seconds, ipAddresses } = workerData as Crowd;
const statuses = new Map<number, number>();
let next = 0;
let number = 0;

const run = autocannon({
  url,
  connections,
  duration: seconds,
  // In seconds.
  timeout: WAIT_LIMIT_MS / 1_000,
  requests: (kind === 'forms' ? [FORM] : CALLS).map((sent) => ({
    method: 'POST' as const,
    ...sent,
    setupRequest(request) {
      next = (next + 1) % ipAddresses;
      const ipAddress = `198.18.${next >> 8}.${next & 255}`;
      number += 1;
      const headers = { ...sent.headers, 'x-forwarded-for': ipAddress };
      // Another token each time: the limit of calls with one token must not refuse it.
      if ('cookie' in headers) headers.cookie = `desk=${String(number).padStart(43, 'A')}`;
      return { ...request, headers };
    },
  })),
});
// The types say a promise or an emitter, but the value is both.
(run as unknown as autocannon.Instance).on('response', (_client, status) => {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
});
const { errors, duration } = await run;
if (errors > 0) statuses.set(0, errors);
parentPort?.postMessage({ statuses, seconds: duration } satisfies CrowdOutcome);
