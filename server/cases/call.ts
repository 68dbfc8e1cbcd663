import type * as z from 'zod';
import type { Db } from '../database/statement.ts';
import type { Member } from './members.ts';

/** One thing that staff may read or do, besides the changes of a lead (`change.ts`): `work` has its rules. */
export type Call<Schema extends z.ZodType, Answer> = {
  given: Schema;
  work: (db: Db, me: Member, given: z.output<Schema>) => Promise<Answer>;
};

/** Defines a call, with its types. */
export const defineCall = <Schema extends z.ZodType, Answer>(call: Call<Schema, Answer>) => call;
