import fc from 'fast-check';
import type { Socket } from 'node:net';
import { exchange, findFault } from './exchange.ts';
import { hostileRequest, toBytes } from './generator.ts';

/** Goes away in the middle of a request. */
const cutOff = (bytes: Buffer) => (socket: Socket) => {
  socket.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket.destroy());
};

/** Sent at the same time, so that requests can also disturb each other. */
const AT_ONCE = 20;

/**
 * Sends generated requests. Throws at the first that is not answered as it should be, reduced to the smallest
 * that fails, with the seed that generates it again.
 *
 * @returns how often each status was answered; 0 stands for a connection that the server closed
 */
export async function runGenerated(url: string, count: number, seed: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(fc.tuple(hostileRequest, fc.boolean(), fc.integer({ min: 0, max: 9 })), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    }),
    async (requests) => {
      const outcomes = await Promise.all(
        requests.map(async ([request, isChunked, dice]) => {
          const bytes = toBytes(request, isChunked);
          return { request, answer: await exchange(url, dice === 0 ? cutOff(bytes) : bytes) };
        }),
      );
      for (const { request, answer } of outcomes) {
        const fault = findFault(answer);
        if (fault !== undefined) throw new Error(`${fault}: ${request.method} ${request.target}`);
        const status = answer.statuses[0] ?? 0;
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed, endOnFailure: false });
  return seen;
}
