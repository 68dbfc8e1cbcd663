/**
 * `crowd.ts` runs this file in a worker thread. Many connections post invalid forms. Each connection posts its next
 * form as soon as it has the response to the previous one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { VALUATION_ANSWERS } from '../../support/sample-leads.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';

export type Crowd = { url: string; connections: number; seconds: number; ipAddresses: number };

export type CrowdOutcome = {
  /** The number of responses by status. 0 stands for no response. */
  statuses: Map<number, number>;
  /** How long the crowd sent forms. */
  seconds: number;
};

const { url, connections, seconds, ipAddresses } = workerData as Crowd;
const body = new URLSearchParams({ source: 'valuation_form', ...VALUATION_ANSWERS, phone: '1' }).toString();
const statuses = new Map<number, number>();
let next = 0;

const run = autocannon({
  url,
  connections,
  duration: seconds,
  // In seconds.
  timeout: WAIT_LIMIT_MS / 1_000,
  requests: [
    {
      method: 'POST',
      body,
      setupRequest(request) {
        next = (next + 1) % ipAddresses;
        const ipAddress = `198.18.${next >> 8}.${next & 255}`;
        return {
          ...request,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'accept-encoding': 'gzip',
            'x-forwarded-for': ipAddress,
          },
        };
      },
    },
  ],
});
// The types say a promise or an emitter, but the value is both.
(run as unknown as autocannon.Instance).on('response', (_client, status) => {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
});
const { errors, duration } = await run;
if (errors > 0) statuses.set(0, errors);
parentPort?.postMessage({ statuses, seconds: duration } satisfies CrowdOutcome);
