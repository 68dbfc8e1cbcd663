import * as z from 'zod';
import { FAULTS } from '../database/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { MENDS } from '../faults.ts';
import { code } from '../http/json.ts';
import { time } from './cards.ts';
import type { Member } from './members.ts';

const faultSchema = z.object({ kind: code(FAULTS, 'There is no such fault.'), since: time });

/** What is out of order now, the oldest first, with what to do. Owners alone are told. */
export async function readFaults(db: Db, { role }: Member) {
  if (role !== 'owner') return [];
  const faults = await rowsOf(
    db,
    faultSchema,
    sql`select kind, since from desk.faults where until > now() order by since, kind`,
  );
  return faults.map(({ kind, since }) => ({ kind, since, what: FAULTS[kind], mend: MENDS[kind] }));
}
