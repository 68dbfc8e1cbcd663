/** Who works at the desk, for owners: invited, changed and ended as the owner of the tables. */
import type { Client } from 'pg';
import * as z from 'zod';
import { STAFF_ROLES } from '../database/codes.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { execute, exists, isoTime, rowsOf, sql, type Db } from '../database/statement.ts';
import { code, email, text, uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { addMember, NOT_ON_STAFF, putOnStaff, takeOffStaff } from './staff.ts';

const role = code(STAFF_ROLES, 'A role is owner or staff.');

const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** Noted at most once an hour. */
  last_seen_at: isoTime.nullable(),
  passkeys: z.int(),
  has_app: z.boolean(),
  /** The latest link that an owner has had mailed; `sent_at` is null while it waits. */
  link: z.object({ made_at: z.string(), sent_at: z.string().nullable() }).nullable(),
});

/** Everybody who may work at the desk, and what they sign in with. */
const listPeople = (db: Db) =>
  rowsOf(
    db,
    personSchema,
    sql`
      select users.id, staff.name, email, role,
        greatest(
          (select max(last_used_at) from desk_auth.sessions where user_id = users.id),
          (select max(last_used_at) from desk_auth.passkeys where user_id = users.id)
        ) as last_seen_at,
        (select count(*)::int from desk_auth.passkeys where user_id = users.id and ended_at is null) as passkeys,
        exists (
          select from desk_auth.apps where user_id = users.id and connected_at is not null and ended_at is null
        ) as has_app,
        (
          select jsonb_build_object('made_at', made_at, 'sent_at', sent_at)
          from desk.staff_mails where user_id = users.id and kind = 'invitation'
          order by staff_mails.id desc limit 1
        ) as link
      from desk.staff join desk_auth.users on users.id = user_id
      where active
      order by staff.name, users.id`,
  );

/** Has a link mailed, unless one waits to be sent already. */
const mailLink = (db: Db, id: string) =>
  execute(
    db,
    sql`
      insert into desk.staff_mails (user_id, kind)
      select user_id, 'invitation' from desk.staff
      where user_id = ${id} and active and not exists (
        select from desk.staff_mails
        where user_id = ${id} and kind = 'invitation' and sent_at is null and cancelled_at is null
          and made_at > now() - interval '1 day'
      )`,
  );

type People = { people: z.infer<typeof personSchema>[] };

/** Something that an owner does with the staff. Everybody is then listed anew. */
export type PeopleCall<Schema extends z.ZodType> = {
  given: Schema;
  work: (client: Client, given: z.output<Schema>, by: string) => Promise<People>;
};

const definePeopleCall = <Schema extends z.ZodType>(
  given: Schema,
  change: (db: Db, given: z.output<Schema>, by: string) => Promise<unknown>,
): PeopleCall<Schema> => ({
  given,
  work: (client, values, by) =>
    inTransaction(client, async () => {
      await change(client, values, by);
      return { people: await listPeople(client) };
    }),
});

export const people = definePeopleCall(z.object({}), () => Promise.resolve());

export const invite = definePeopleCall(z.object({ name: text, email, role }), async (db, given, by) => {
  const isOnStaff = exists(
    db,
    sql`
      select from desk.staff join desk_auth.users on users.id = user_id
      where active and email = ${given.email}`,
  );
  refuseUnless(
    !(await isOnStaff),
    'email',
    'Somebody on the staff has this address already. Send them a new link.',
  );
  await mailLink(db, await addMember(db, given, by));
});

export const sendLink = definePeopleCall(z.object({ user_id: uuid }), (db, { user_id }) =>
  mailLink(db, user_id),
);

export const changePerson = definePeopleCall(
  z.object({ user_id: uuid, name: text, role }),
  async (db, { user_id: id, ...given }, by) => {
    const changed = await execute(
      db,
      sql`
        update desk_auth.users set name = ${given.name.trim()}
        where id = ${id} and exists (select from desk.staff where user_id = ${id} and active)`,
    );
    refuseUnless(changed > 0, 'user_id', NOT_ON_STAFF);
    await putOnStaff(db, { id, ...given }, by);
  },
);

export const endPerson = definePeopleCall(z.object({ user_id: uuid }), (db, { user_id }, by) =>
  takeOffStaff(db, user_id, by),
);
