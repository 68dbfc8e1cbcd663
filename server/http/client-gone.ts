import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * nginx's status for a client that has closed the connection. Nobody receives it: only the log and the metrics show it.
 */
export const CLIENT_GONE = 499;

/** Whether the client closed the connection before its request was complete. Such a request is not processed. */
export function isClientGone(c: Context): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
