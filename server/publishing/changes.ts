/** What owners have changed in the documents of the site and not yet published. */
import * as z from 'zod';
import { execute, firstRowOf, isoTime, rowsOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { valueSchema, type Content, type Value } from './documents.ts';

const changeSchema = z.object({
  path: z.string(),
  /** Null if the document is to be removed. */
  value: valueSchema.nullable(),
  revision: z.int(),
  is_open: z.boolean(),
  by: z.string().nullable(),
  at: isoTime,
});

export type Change = z.infer<typeof changeSchema>;

const CHANGE = sql`
  select path, value, revision, is_open, name as by, changed_at as at
  from desk.site_changes left join desk.staff on user_id = changed_by`;

export const listChanges = (db: Db) => rowsOf(db, changeSchema, sql`${CHANGE} where is_open order by path`);

export const findChange = (db: Db, path: string) =>
  firstRowOf(db, changeSchema, sql`${CHANGE} where path = ${path}`);

/** The content as it would be with the changes. */
export function withChanges(live: Content, changes: readonly Change[]): Content {
  const content = { ...live };
  for (const { path, value } of changes) {
    if (value === null) Reflect.deleteProperty(content, path);
    else content[path] = value;
  }
  return content;
}

type Given = {
  path: string;
  /** Null to remove the document. */
  value: Value | null;
  revision: number;
  /** Null for a command. */
  by: string | null;
};

/** @throws {Refused} always: 409 with who has changed what meanwhile */
function refuseChanged(now: Change | undefined, what: string, then: string): never {
  const message = now?.is_open
    ? `${now.by ?? 'Somebody else'} has changed ${what} meanwhile.`
    : `${what.charAt(0).toUpperCase()}${what.slice(1)} was published or discarded meanwhile.`;
  throw new Refused(409, 'changed_by_other', `${message} ${then}`);
}

/**
 * Keeps a change in the place of the former one.
 *
 * @throws {Refused} 409 if somebody has saved a change, published or discarded since `revision`
 */
export async function saveChange(db: Db, { path, value, revision, by }: Given): Promise<void> {
  const json = value === null ? null : JSON.stringify(value);
  const saved = await execute(
    db,
    sql`
      insert into desk.site_changes as known (path, value, revision, changed_by)
      select ${path}, ${json}, 1, ${by} where ${revision} = 0 or exists (
        select from desk.site_changes where path = ${path}
      )
      on conflict (path) do update
      set value = excluded.value, revision = known.revision + 1, is_open = true, changed_by = excluded.changed_by,
        changed_at = now()
      where known.revision = ${revision}`,
  );
  if (saved > 0) return;
  refuseChanged(
    await findChange(db, path),
    'this',
    value === null
      ? 'Nothing is removed: look at it first.'
      : 'Your words are still here: look at theirs first.',
  );
}

/** @throws {Refused} 409 if somebody has saved a change, published or discarded since `revision` */
export async function discardChange(db: Db, given: Pick<Change, 'path' | 'revision'>): Promise<void> {
  if ((await endChanges(db, [given])) === 0)
    refuseChanged(await findChange(db, given.path), 'this', 'Nothing is discarded: look at it first.');
}

/**
 * @param shown what an owner was shown of the changes: the revision of each by its path
 * @throws {Refused} 409 if the changes are others by now
 */
export async function refuseUnlessShown(
  db: Db,
  changes: readonly Change[],
  { shown, titleOf }: { shown: Readonly<Record<string, number>>; titleOf: (path: string) => string },
): Promise<void> {
  const now = new Map(changes.map(({ path, revision }) => [path, revision]));
  const other = [...now.keys(), ...Object.keys(shown)].find((path) => now.get(path) !== shown[path]);
  if (other === undefined) return;
  refuseChanged(
    await findChange(db, other),
    `“${titleOf(other)}”`,
    'Nothing is published yet: look at what has changed, then publish.',
  );
}

/** Ends changes that were published or discarded, unless somebody has gone on since. */
export const endChanges = (db: Db, changes: readonly Pick<Change, 'path' | 'revision'>[]) =>
  execute(
    db,
    sql`
      update desk.site_changes set is_open = false, value = null, revision = site_changes.revision + 1
      from unnest(${changes.map(({ path }) => path)}::text[], ${changes.map(({ revision }) => revision)}::int[])
        as ended (path, revision)
      where is_open and site_changes.path = ended.path and site_changes.revision = ended.revision`,
  );
