/** The firm's own replies. Owners write them, because colleagues send them as they are; all staff use them. */
import * as z from 'zod';
import { execute, rowsOf, sql, type Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { defineCall } from './call.ts';
import { requireOwner, type Member } from './members.ts';
import { message } from './message.ts';
import { line } from './plain-text.ts';

const MOST = 30;
const NAME = 'Give it a name of up to 60 characters.';

const schema = z.object({
  id: z.string(),
  name: z.string(),
  body: z.string(),
  /** Grows with each change. Whoever saves names the version that they saw. */
  version: z.int(),
});

const readReplies = (db: Db) =>
  rowsOf(
    db,
    schema,
    sql`select id, name, body, version from desk.saved_replies where removed_at is null order by lower(name), id`,
  );

export const savedReplies = defineCall({ given: z.object({}), work: readReplies });

/** Saves a new reply (`seen` is 0), or a changed one. @returns all replies, as every call here does */
export const saveReply = defineCall({
  given: z.object({
    id: uuid,
    seen: z.int(),
    name: line(60, NAME).pipe(z.string(NAME)),
    body: message.refine(
      (body) => !/\{(?!(?:first name|reference)\})/.test(body),
      'Only {first name} and {reference} are filled in. Leave out all other curly brackets.',
    ),
  }),
  async work(db: Db, me: Member, { id, seen, name, body }) {
    requireOwner(me);
    refuseUnless(
      seen > 0 || (await readReplies(db)).length < MOST,
      'name',
      `There are ${MOST} saved replies. Delete one first.`,
    );
    // A repeat of the same request finds what it has saved.
    const saved = await execute(
      db,
      sql`
        insert into desk.saved_replies as replies (id, name, body, saved_by)
        values (${id}, ${name}, ${body}, ${me.id})
        on conflict (id) do update
        set name = excluded.name, body = excluded.body, saved_by = excluded.saved_by, saved_at = now(),
          version = ${seen} + 1
        where replies.removed_at is null
          and (
            replies.version = ${seen}
            or replies.version = ${seen} + 1 and (replies.name, replies.body) = (excluded.name, excluded.body)
          )`,
    );
    if (saved === 0)
      throw new Refused(
        409,
        'stale',
        'Somebody has changed or deleted this reply meanwhile. Copy your words, and open it again.',
      );
    return readReplies(db);
  },
});

export const deleteReply = defineCall({
  given: z.object({ id: uuid }),
  async work(db: Db, me: Member, { id }) {
    requireOwner(me);
    await execute(db, sql`update desk.saved_replies set removed_at = now() where id = ${id}`);
    return readReplies(db);
  },
});
