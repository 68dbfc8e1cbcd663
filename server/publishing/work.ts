/** The state of the build that runs, or of the last one: one row for all servers. */
import * as z from 'zod';
import { SITE_PURPOSES, SITE_STATES } from '../database/codes.ts';
import { LOCKS } from '../database/locks.ts';
import { execute, isoTime, rowOf, sql, type Db } from '../database/statement.ts';
import { code } from '../http/json.ts';
import type { Problem } from './documents.ts';

export type Purpose = keyof typeof SITE_PURPOSES;
export type State = keyof typeof SITE_STATES;

const workSchema = z.object({
  state: code(SITE_STATES, 'There is no such state.'),
  purpose: code(SITE_PURPOSES, 'There is no such purpose.'),
  by: z.string().nullable(),
  /** When it has ended, or else begun. */
  at: isoTime.nullable(),
  seconds: z.int(),
  /** How long the last build that was published took. */
  usual_seconds: z.int(),
  problems: z.array(
    z.object({
      path: z.string().nullable(),
      field: z.array(z.union([z.string(), z.int()])),
      message: z.string(),
      of_host: z.literal(true).optional(),
    }),
  ),
  version: z.string().nullable(),
});

export type SiteWork = z.infer<typeof workSchema>;

const INTERRUPTED: Problem = {
  path: null,
  field: [],
  message: 'The server was stopped while it built the pages. The site is as before. Publish again.',
};

/** The stored problems that are about the static host, or those that are not. */
const stored = (isOfHost: boolean) => sql`(
  select coalesce(jsonb_agg(problem), '[]') from jsonb_array_elements(problems::jsonb) as problem
  where (problem ? 'of_host') = ${isOfHost}
)`;

/** These problems, and the stored one of the static host if there is one. */
const withThatOfHost = (problems: readonly Problem[]) =>
  sql`(${JSON.stringify(problems)}::jsonb || ${stored(true)})::json`;

/** A build whose server was stopped counts as failed: nobody holds its lock. */
export async function readWork(db: Db): Promise<SiteWork> {
  await execute(
    db,
    sql`
      update desk.site_work set state = 'failed', ended_at = now(), problems = ${withThatOfHost([INTERRUPTED])}
      where state in ('building', 'checking', 'storing') and not exists (
        select from pg_catalog.pg_locks
        where locktype = 'advisory' and classid = 0 and objid = ${LOCKS.build} and objsubid = 1 and database = (
          select oid from pg_catalog.pg_database where datname = current_database()
        )
      )`,
  );
  return rowOf(
    db,
    workSchema,
    sql`
      select state, purpose, name as by, coalesce(ended_at, begun_at) as at, usual_seconds, problems,
        version_id as version,
        coalesce(extract(epoch from coalesce(ended_at, now()) - begun_at)::int, 0) as seconds
      from desk.site_work left join desk.staff on user_id = asked_by`,
  );
}

export const beginWork = (db: Db, purpose: Purpose, by: string | null) =>
  execute(
    db,
    sql`
      update desk.site_work
      set state = 'building', purpose = ${purpose}, asked_by = ${by}, begun_at = now(), ended_at = null,
        problems = ${withThatOfHost([])}, version_id = null`,
  );

export const noteState = (db: Db, state: State) =>
  execute(db, sql`update desk.site_work set state = ${state}`);

/** @param message why the static host was not told of a publication; undefined if it was told */
export function noteHost(db: Db, message: string | undefined) {
  const ofHost: Problem[] = message === undefined ? [] : [{ path: null, field: [], message, of_host: true }];
  return execute(
    db,
    sql`update desk.site_work set problems = (${stored(false)} || ${JSON.stringify(ofHost)}::jsonb)::json`,
  );
}

export const endWork = (db: Db, given: { version: string | null; problems: readonly Problem[] }) =>
  execute(
    db,
    sql`
      update desk.site_work
      set state = ${given.problems.length === 0 ? 'done' : 'failed'}, ended_at = now(), version_id = ${given.version},
        problems = ${withThatOfHost(given.problems)},
        usual_seconds = case
          when ${given.problems.length} = 0 and now() > begun_at + interval '2 seconds'
          then extract(epoch from now() - begun_at)::int
          else usual_seconds
        end`,
  );
