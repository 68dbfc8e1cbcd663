import { createHash } from 'node:crypto';
import type pg from 'pg';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import * as z from 'zod';

export { empty, join, sql, type Sql };

/** A connection, or a pool if each statement may use another connection. */
export type Db = Pick<pg.ClientBase, 'query'>;

const names = new Map<string, string>();

/** PostgreSQL keeps a prepared statement under its name, so that it parses and plans each text once a connection. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

type Options = {
  /** Whether PostgreSQL plans the statement for its values each time, because a plan for any values would be slow. */
  isPlannedAnew?: boolean;
};

/** Runs a statement. @returns how many rows it changed or selected */
export async function execute(db: Db, { text, values }: Sql): Promise<number> {
  const { rowCount } = await db.query({ name: nameOf(text), text, values: [...values] });
  return rowCount ?? 0;
}

/**
 * Reads rows, and checks each with the schema, from which their type comes.
 *
 * @throws {z.ZodError} when a row is not as the code expects: the statement or the schema is wrong
 */
export async function rowsOf<Row>(
  db: Db,
  schema: z.ZodType<Row>,
  { text, values }: Sql,
  { isPlannedAnew = false }: Options = {},
): Promise<Row[]> {
  const { rows } = await db.query({
    ...(!isPlannedAnew && { name: nameOf(text) }),
    text,
    values: [...values],
  });
  return z.array(schema).parse(rows);
}

export async function firstRowOf<Row>(
  db: Db,
  schema: z.ZodType<Row>,
  statement: Sql,
  options?: Options,
): Promise<Row | undefined> {
  const [row] = await rowsOf(db, schema, statement, options);
  return row;
}

export async function rowOf<Row>(
  db: Db,
  schema: z.ZodType<Row>,
  statement: Sql,
  options?: Options,
): Promise<Row> {
  const row = await firstRowOf(db, schema, statement, options);
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

/** A value of the type `bytea`, which PostgreSQL sends in hexadecimal digits and the driver makes a buffer of. */
export const bytea = z.instanceof(Buffer);

/** A time as ISO 8601, on connections of the tables' owner. All other connections read times as text (`text-types.ts`). */
export const isoTime = z.date().transform((at) => at.toISOString());

export async function idsOf(db: Db, statement: Sql, options?: Options): Promise<string[]> {
  const rows = await rowsOf(db, z.object({ id: z.string() }), statement, options);
  return rows.map(({ id }) => id);
}

export const exists = async (db: Db, statement: Sql): Promise<boolean> => (await execute(db, statement)) > 0;

/**
 * Waits for statements that do not need each other's results. A connection with `pipeline` sends them together. Unlike
 * `Promise.all`, it also waits for the others when one fails, so that none comes after the end of the transaction.
 */
export async function allOf<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
