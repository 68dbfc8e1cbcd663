/** The addresses to which no mail to a seller goes, because their owners have said that an enquiry is not theirs. */
import { execute, exists, sql, type Db, type Sql } from '../database/statement.ts';
import { mailboxOf } from './mailbox.ts';

/** A keyed hash of the mailbox of an address. */
export const addressHash = (email: string) => sql`(
  select sha256(convert_to(${`address ${mailboxOf(email)}`}::text || ' ' || value, 'UTF8'))
  from private.secrets where name = 'submission'
)`;

export const isRefused = (db: Db, email: string): Promise<boolean> =>
  exists(
    db,
    sql`
      select from desk.refused_addresses
      where address_hash = ${addressHash(email)} and refused_at is not null`,
  );

export const refuseAddress = (db: Db, hash: Buffer | Sql) =>
  execute(
    db,
    sql`
      insert into desk.refused_addresses (address_hash) values (${hash})
      on conflict (address_hash) do update set refused_at = now()`,
  );

export const allowAddress = (db: Db, email: string) =>
  execute(
    db,
    sql`update desk.refused_addresses set refused_at = null where address_hash = ${addressHash(email)}`,
  );
