/** The slow connections of `hostile.test.ts` (an attack that is known as slowloris). */
import { connect } from 'node:net';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { postLead } from '../../support/leads/post-lead.ts';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';
import { percentile } from '../../support/load/bench-report.ts';

const LEADS = 100;
const BYTE_EVERY_MS = 500;

/**
 * Sends the rest of a request one byte every half second, until the server closes the connection.
 *
 * @param start the part of the request that is sent at once
 * @returns the milliseconds until the server closed the connection
 */
async function writeSlowly(url: string, start: string, rest: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const socket = connect(Number(port), hostname);
  // Not `once()`, which would reject if the server resets the connection.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(start);
  let next = 0;
  const timer = setInterval(() => socket.write(rest[next++] ?? 'a'), BYTE_EVERY_MS);
  await closed;
  clearInterval(timer);
  return performance.now() - startedAt;
}

/**
 * Sends a hundred leads while slow connections send endless headers or bodies.
 *
 * @param connections how many of each kind
 */
export async function runSlowWriters(url: string, connections: number) {
  const line = 'POST /rest/v1/leads HTTP/1.1\r\n';
  const headers = `${line}host: x\r\napikey: ${PUBLISHABLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`;
  const slow = Array.from({ length: connections }, () => [
    writeSlowly(url, line, 'host: x\r\nx-y: '),
    writeSlowly(url, headers, '{"name":"'),
  ]).flat();

  const statuses: number[] = [];
  const tookMs: number[] = [];
  for (let count = 0; count < LEADS; count += 1) {
    const startedAt = performance.now();
    const { status } = await postLead(url, CHAT_LEAD, crypto.randomUUID());
    tookMs.push(performance.now() - startedAt);
    statuses.push(status);
  }
  return {
    /** The statuses of the leads that were sent in the meantime. */
    statuses,
    p99Ms: Math.round(percentile(tookMs, 0.99)),
    /** The milliseconds until the server closed the last slow connection. */
    lastClosedMs: Math.round(Math.max(...(await Promise.all(slow)))),
  };
}
