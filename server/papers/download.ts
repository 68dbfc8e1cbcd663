import type { Context } from 'hono';
import * as z from 'zod';
import { bytea, firstRowOf, sql, type Db, type Sql } from '../database/statement.ts';
import { code, uuid } from '../http/json.ts';
import { Refused } from '../refused.ts';
import { unseal } from './seal.ts';

/** Which paper is read: as a whole, or small for a list. A PDF has no small one. */
export const ofPaper = { paper_id: uuid, size: code({ whole: '', small: '' }, 'There is no such size.') };

const contentsSchema = z.object({
  title: z.string(),
  file_type: z.enum(['jpeg', 'pdf']),
  seal_key: bytea,
  sealed: bytea,
});

/**
 * Reads the contents of a paper.
 *
 * @param mayRead which papers the caller may read, as a condition on `papers`
 * @throws {Refused} 404 if there is no such paper, or the caller may not read it
 */
export async function readContents(
  db: Db,
  { paper_id, size }: { paper_id: string; size: string },
  mayRead: Sql,
) {
  const found = await firstRowOf(
    db,
    contentsSchema,
    sql`
      select title, file_type, seal_key, sealed
      from desk.papers join desk.paper_contents on paper_id = papers.id
      where papers.id = ${paper_id} and size = ${size} and removed_at is null and ${mayRead}`,
  );
  if (!found) throw new Refused(404, 'no_such_paper', 'This file is not here any more.');
  const { title, file_type: fileType, seal_key: key, sealed } = found;
  return { title, fileType, bytes: unseal(key, sealed) };
}

type Contents = Awaited<ReturnType<typeof readContents>>;

/**
 * Answers with the contents of a paper: only ever as a file to keep, which no browser shows as a page or runs, and no cache
 * stores.
 */
export function answerContents(c: Context, { title, fileType, bytes }: Contents): Response {
  const [extension, type] = fileType === 'pdf' ? ['pdf', 'application/pdf'] : ['jpg', 'image/jpeg'];
  const name = `${title.replace(/[\\/:*?"<>|'()]/g, ' ').replace(/^[. ]+/, '')}.${extension}`;
  c.header('content-type', type);
  c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  c.header('x-content-type-options', 'nosniff');
  c.header('cache-control', 'private, no-store');
  return c.body(new Uint8Array(bytes));
}
