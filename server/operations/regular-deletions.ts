import type { Logger } from 'pino';
import { endLongStatements } from '../database/long-statements.ts';
import type { Database } from '../database/open-database.ts';
import type { Environment } from '../env.ts';
import { deleteRehearsal } from './rehearsal.ts';
import { removeOldKeys } from './person.ts';
import { createRemainsRemoval, type RemainsRemoval } from './remains-removal.ts';
import {
  deleteEndedCounts,
  deleteEndedPapers,
  deleteEnded,
  deleteExpired,
  retentionDaysOf,
  startRetention,
} from './retention.ts';

/** A rehearsal takes a minute at most. One that is older was left behind by a check that was killed. */
const ABANDONED_AFTER_MINUTES = 10;

type Options = {
  env: Environment;
  asOwner: Database['asOwner'];
  /** The folder of .eml files, where mails go if there is no mail server. */
  outbox: string;
  remainsRemoval: RemainsRemoval;
  log: Logger;
};

/** @returns a function that ends them */
export function startDeletions({ env, asOwner, outbox, remainsRemoval, log }: Options) {
  const expiry = { outbox, days: retentionDaysOf(env), log };
  const endExpiry = startRetention({
    log,
    deleteExpired: () => asOwner((client) => deleteExpired(client, expiry)),
  });

  const keysRemoval = createRemainsRemoval(() => asOwner(removeOldKeys));
  // The server may have been ended before it removed them.
  keysRemoval.noteErasure();
  // The privacy policy promises that a count of the leads from an IP address is deleted within a minute of the end of
  // the time that it covers. The same run deletes removed papers, what has ended of the desk's sign-in, old alerts and
  // mails to staff, and the lead that a killed `npm run setup -- --check` has left, and ends statements that run for too
  // long.
  const endCounts = startRetention({
    log,
    deleteExpired: () =>
      asOwner(async (client) => {
        // First, because a long statement may hold locks on what is deleted.
        await endLongStatements(client, log);
        await deleteEndedCounts(client);
        await deleteEnded(client);
        if ((await deleteEndedPapers(client)) > 0) keysRemoval.noteErasure();
        await deleteRehearsal(client, outbox, { olderThanMinutes: ABANDONED_AFTER_MINUTES });
        return undefined;
      }),
    everyMs: 60_000,
    retryMs: 60_000,
  });

  // An erasure leaves remains of rows in the tables' files. Removing them locks the tables. After an erasure at the desk this
  // happens at once, unless the tables are in use for long; after erasures by sellers, once an hour for all of them. The two
  // small tables with the keys of removed papers are rewritten once an hour too.
  const endRemains = startRetention({
    log,
    deleteExpired: () => remainsRemoval.run().finally(() => keysRemoval.run()),
    everyMs: 3_600_000,
  });

  return async () => {
    await Promise.all([endExpiry(), endCounts(), endRemains()]);
  };
}
