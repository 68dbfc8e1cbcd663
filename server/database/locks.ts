import { exists, sql, type Db } from './statement.ts';

/** The keys of the advisory locks. Any numbers, but the same in every process. A lock ends with its connection. */
export const LOCKS = {
  migration: 7_201_126,
  server: 7_201_127,
  backup: 7_201_129,
  inbox: 7_201_131,
  build: 7_201_133,
} as const;

/** Takes a lock for this connection, unless another connection holds it. @returns whether this one now holds it */
export const tryLock = (db: Db, lock: keyof typeof LOCKS): Promise<boolean> =>
  exists(db, sql`select where pg_catalog.pg_try_advisory_lock(${LOCKS[lock]})`);
