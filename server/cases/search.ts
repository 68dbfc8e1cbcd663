import * as z from 'zod';
import { phoneKey } from '#lead/phone-number.ts';
import { empty, idsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { adoptNew } from './adopt.ts';
import { defineCall } from './call.ts';
import { readCards } from './cards.ts';

/** The first eight hexadecimal digits of a submission id, as the seller was shown them (`reference.ts`). */
const REFERENCE = /^([\da-f]{4})[-–]?([\da-f]{4})$/i;

/** Finds the number with its digits as typed, or normalised (without +44, 0044 or 0), anywhere in a stored number. */
function byNumber(wanted: string): Sql {
  const normalised = phoneKey(wanted) ?? '';
  return sql`
    or phone_key like ${`%${wanted.replace(/\D/g, '')}%`}
    ${normalised.length >= 4 ? sql`or phone_key like ${`%${normalised}%`}` : empty}`;
}

const byReference = (digits: string) => sql`
  union
  (
    select lead_id, received_at
    from desk.cases
    join private.notifications using (lead_id)
    where submission_id between ${`${digits}-0000-0000-0000-000000000000`}
      and ${`${digits}-ffff-ffff-ffff-ffffffffffff`}
  )`;

function findCases(db: Db, wanted: string) {
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  const isNumber = !/[a-np-z@]/i.test(wanted) && /(?:\d\D*){4}/.test(wanted);
  const reference = REFERENCE.exec(wanted.replaceAll(' ', ''));
  return idsOf(
    db,
    sql`
      select lead_id as id
      from (
        (
          select lead_id, received_at from desk.cases
          where search_text like lower(${pattern})
            or search_text like lower(${pattern.replaceAll(' ', '')})
            ${isNumber ? byNumber(wanted) : empty}
          order by received_at desc, lead_id desc
          limit 50
        )
        ${reference ? byReference(reference.slice(1).join('')) : empty}
      ) as matches
      order by received_at desc, lead_id desc
      limit 50`,
    // A search for common letters reads the newest cases until fifty match; any other reads the trigram index.
    { isPlannedAnew: true },
  );
}

/**
 * Finds leads by a part of a name, street, postcode, e-mail address or telephone number (in any spelling), or by a whole
 * reference, the newest first.
 */
export const search = defineCall({
  given: z.object({ query: text.nullable() }),
  async work(db, _me, { query }) {
    await adoptNew(db);
    const characters = Array.from((query ?? '').replace(/^ +| +$/g, ''));
    if (characters.length < 2) return { cards: [] };
    const ids = await findCases(db, characters.slice(0, 100).join(''));
    return { cards: await readCards(db, ids) };
  },
});
