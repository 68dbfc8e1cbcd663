import * as z from 'zod';
import { rowOf, sql, type Db, type Sql } from '../database/statement.ts';
import { COMPLAINING, FOLLOWING, ofAssignee, SUSPECT, WAITING } from './lists.ts';

const countsSchema = z.object({
  complaint: z.int(),
  overdue: z.int(),
  new: z.int(),
  due: z.int(),
  suspect: z.int(),
  mine: z.int(),
});

const countOf = (where: Sql) =>
  sql`(select count(*)::int from (select from desk.cases where ${where} limit 1000) as found)`;

/** How many cases each list of the desk has; 1000 means that many or more. */
export const countCases = (db: Db, staffId: string) =>
  rowOf(
    db,
    countsSchema,
    sql`
      select
        ${countOf(COMPLAINING)} as complaint,
        ${countOf(sql`${WAITING} and promised_by < now()`)} as overdue,
        ${countOf(sql`${WAITING} and promised_by >= now()`)} as new,
        ${countOf(FOLLOWING)} as due,
        ${countOf(SUSPECT)} as suspect,
        ${countOf(ofAssignee(staffId))} as mine`,
  );
