import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { tryLock } from './locks.ts';

/** How long to try: a server that was killed a moment ago holds the lock until the database notices. */
const PATIENCE_MS = 5_000;

export type ServerLock = {
  /** From now on, the lock is not taken again when its connection ends. Call this before stopping the database. */
  stopRenewing(): void;
};

/**
 * Makes sure that only one server uses the embedded database: two would start and stop it against each other. The lock
 * is in the database and ends with the connection, so a killed server leaves no lock behind.
 *
 * @param connect retries until it can connect; rejects with an AbortError when the server is closing
 * @throws {Error} when another server holds the lock
 */
export async function holdServerLock(connect: () => Promise<Client>, dataDir: string): Promise<ServerLock> {
  let client = await connect();
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (await tryLock(client, 'server')) break;
    } catch {
      // The server that held the lock is closing. It has stopped the database, which ended this connection.
      client = await connect();
    }
    if (Date.now() > deadline) {
      await client.end();
      throw new Error(
        `Another server is already running on ${dataDir}. Stop it first, or give this one another DATA_DIR.`,
      );
    }
    await delay(250);
  }

  let isRenewing = true;
  async function renew(): Promise<void> {
    if (!isRenewing) return;
    client = await connect();
    client.once('end', onEnd);
    // If this connection is lost too, the query fails, and the connection's `end` event calls this function again.
    const isLocked = await tryLock(client, 'server').catch(() => undefined);
    if (isLocked === false) throw new Error(`Another server has taken over ${dataDir}.`);
  }
  function onEnd(): void {
    renew().catch((error: unknown) => {
      // This server is closing and no longer needs the lock.
      if (error instanceof Error && error.name === 'AbortError') return;
      throw error;
    });
  }
  client.once('end', onEnd);

  return {
    stopRenewing() {
      isRenewing = false;
    },
  };
}
