import * as z from 'zod';
import { VIEWS } from '../database/codes.ts';
import { allOf, empty, join, rowsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { code } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { adoptNew } from './adopt.ts';
import { defineCall } from './call.ts';
import { readCards } from './cards.ts';
import { countCases } from './counts.ts';
import { listsOf, type List } from './lists.ts';
import type { Member } from './members.ts';

/** Where a page ended: `a` is the first list of a view, `b` the second, and `c` the third. The times are in microseconds since 1970. */
const CURSOR =
  /^(?<list>[abc])\.(?<times>\d{1,16}(?:\.\d{1,16})?)\.(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const NAMES = ['a', 'b', 'c'];

type Cursor = { list: string; times: string[]; id: string };

function readCursor(before: string | null | undefined): Cursor | undefined {
  if (before === null || before === undefined) return undefined;
  const { list = '', times = '', id = '' } = CURSOR.exec(before)?.groups ?? {};
  refuseUnless(id !== '', 'before', 'This is not where a page ended.');
  return { list, times: times.split('.'), id };
}

const microsecondsOf = (key: Sql) => sql`(extract(epoch from ${key}) * 1000000)::int8::text`;
const timeOf = (microseconds: string | undefined) =>
  sql`to_timestamp(0) + ${microseconds ?? null}::int8 * interval '1 microsecond'`;

function readPage(db: Db, { where, keys, direction }: List, cursor: Cursor | undefined, most: number) {
  const place = [...keys, sql`lead_id`];
  const end =
    cursor && join([...keys.map((_, index) => timeOf(cursor.times[index])), sql`${cursor.id}::uuid`]);
  const after = direction === 'asc' ? sql`>` : sql`<`;
  const order = direction === 'asc' ? place : place.map((key) => sql`${key} desc`);
  return rowsOf(
    db,
    z.object({ id: z.string(), times: z.array(z.string()) }),
    sql`
      select lead_id as id, array[${join(keys.map(microsecondsOf))}] as times
      from desk.cases
      where ${where} ${end ? sql`and (${join(place)}) ${after} (${end})` : empty}
      order by ${join(order)}
      limit ${most}`,
  );
}

const pageSchema = z.object({
  view: code(VIEWS, 'Choose one of the lists.'),
  before: z.string().nullish(),
  page_size: z.int().nullish(),
});

/** A page of a list, of the leads that have a case. @param counting how many cases each list has */
export async function readInbox(
  db: Db,
  me: Member,
  { view, before, page_size }: z.output<typeof pageSchema>,
  counting?: ReturnType<typeof countCases>,
) {
  const cursor = readCursor(before);
  const most = Math.min(Math.max(page_size ?? 50, 1), 100);
  const begun = cursor ? NAMES.indexOf(cursor.list) : 0;
  const [counts, ...pages] = await allOf([
    counting ?? countCases(db, me.id),
    ...listsOf(view, me.id)
      .slice(begun)
      .map((list, index) => readPage(db, list, index === 0 ? cursor : undefined, most)),
  ]);
  const rows = pages
    .flatMap((page, index) => page.map((row) => ({ ...row, list: NAMES[begun + index] })))
    .slice(0, most);
  const last = rows[most - 1];
  return {
    cards: await readCards(
      db,
      rows.map(({ id }) => id),
    ),
    counts,
    next: last ? [last.list, ...last.times, last.id].join('.') : null,
  };
}

/**
 * A page of a list (`lists.ts`), and how many cases each list has. `before` is the `next` of the page before; null for the
 * first page.
 */
export const inbox = defineCall({
  given: pageSchema,
  async work(db, me, given) {
    await adoptNew(db);
    return readInbox(db, me, given);
  },
});
