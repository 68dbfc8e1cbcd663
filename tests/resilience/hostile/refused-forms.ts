/** A worker. Each of many connections posts forms with a mistake, the next one as soon as the last one is answered. */
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { VALUATION_ANSWERS } from '../../support/sample-leads.ts';

export type Crowd = { url: string; connections: number; seconds: number; addresses: number };

const { url, connections, seconds, addresses } = workerData as Crowd;
const body = new URLSearchParams({ source: 'valuation_form', ...VALUATION_ANSWERS, phone: '1' }).toString();
const statuses = new Map<number, number>();
let next = 0;

const run = autocannon({
  url,
  connections,
  duration: seconds,
  // A refused form waits for a second, or longer if the server is busy.
  timeout: 60,
  requests: [
    {
      method: 'POST',
      body,
      setupRequest(request) {
        next = (next + 1) % addresses;
        const address = `198.18.${next >> 8}.${next & 255}`;
        return {
          ...request,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'accept-encoding': 'gzip',
            'x-forwarded-for': address,
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
const { errors } = await run;
if (errors > 0) statuses.set(0, errors);
parentPort?.postMessage(statuses);
