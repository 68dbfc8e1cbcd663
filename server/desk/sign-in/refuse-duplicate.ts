import pg from 'pg';
import type { Refused } from '../../refused.ts';

const UNIQUE_VIOLATION = '23505';

/** For `catch`: turns the violation of a unique index into a refusal. Throws any other error again. */
export const refuseDuplicate =
  (refuse: () => Refused) =>
  (error: unknown): never => {
    throw error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? refuse() : error;
  };
