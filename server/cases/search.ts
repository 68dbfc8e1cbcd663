import * as z from 'zod';
import { phoneKey } from '#lead/phone-number.ts';
import { characterCount } from '#lead/text.ts';
import { empty, idsOf, join, sql, type Db, type Sql } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { adoptNew } from './adopt.ts';
import { defineCall } from './call.ts';
import { readCards } from './cards.ts';
import { wordsOf } from './search-text.ts';

/** The first eight hexadecimal digits of a submission id, as the seller was shown them (`reference.ts`). */
const REFERENCE =
  /(?<![\p{L}\p{N}])(?:ref(?:erence)?[.: ]*)?([\da-f]{4})([-–‑ ]?)([\da-f]{4})(?![\p{L}\p{N}])/iu;

/** Finds the number with its digits as typed, or normalised (without +44, 0044 or 0), anywhere in a stored number. */
function byNumber(wanted: string): Sql {
  const normalised = phoneKey(wanted) ?? '';
  return sql`
    or phone_key like ${`%${wanted.replace(/\D/g, '')}%`}
    ${normalised.length >= 4 ? sql`or phone_key like ${`%${normalised}%`}` : empty}`;
}

const has = (pattern: string) => sql`search_text like ${pattern}`;

/** Finds the words anywhere, in any order; a number only where a word begins: 14 in 14A and 140, and not in 214. */
const byWords = (words: readonly string[]) =>
  words.map((word) => has(`${/^\p{N}/u.test(word) ? '% ' : '%'}${word}%`));

/** Finds the words as `byWords` does, but a number only as a whole word: 14, and not 14A or 140. */
const byWholeNumbers = (words: readonly string[]) =>
  words.map((word) => has(/\p{N}/u.test(word) ? `% ${word} %` : `%${word}%`));

const bestOf = (rank: number, where: Sql) => sql`
  (
    select lead_id, received_at, ${rank}::int as rank from desk.cases
    where ${where}
    order by received_at desc, lead_id desc
    limit 50
  )`;

/** Finds a whole reference, if all other words of the query are found too. */
function byReference(query: string): Sql {
  const [found, start, joint, end] = REFERENCE.exec(query) ?? [];
  if (found === undefined) return empty;
  const others = wordsOf(query.replace(found, ' '));
  // Two words with four digits are a reference only if they are all: "0131 4960" may be a number, and 1234 a house.
  if (joint === ' ' && others.length > 0) return empty;
  const digits = `${start}${end}`.toLowerCase();
  return sql`
    union all
    (
      select lead_id, received_at, 0 as rank
      from desk.cases
      join private.notifications using (lead_id)
      where ${join(
        [
          sql`submission_id between ${`${digits}-0000-0000-0000-000000000000`}
            and ${`${digits}-ffff-ffff-ffff-ffffffffffff`}`,
          ...byWords(others),
        ],
        ' and ',
      )}
    )`;
}

function findCases(db: Db, query: string, words: readonly string[]) {
  const isNumber = !/[a-np-z@]/i.test(query) && /(?:\d\D*){4}/.test(query);
  const hasNumber = words.some((word) => /\p{N}/u.test(word));
  return idsOf(
    db,
    sql`
      select lead_id as id
      from (
        ${bestOf(1, sql`${join(byWords(words), ' and ')} ${isNumber ? byNumber(query) : empty}`)}
        ${hasNumber ? sql`union all ${bestOf(0, join(byWholeNumbers(words), ' and '))}` : empty}
        ${byReference(query)}
      ) as matches
      group by lead_id, received_at
      order by min(rank), received_at desc, lead_id desc
      limit 50`,
    // A search for common letters reads the newest cases until fifty match; any other reads the trigram index.
    { isPlannedAnew: true },
  );
}

/**
 * Finds leads by all words of the query, or parts of them, in any order: in the name, address, postcode and e-mail address
 * and in what was written about the case. A telephone number is found by a part of it in any spelling, a reference as a
 * whole. Leads that have the query's numbers as they are come first, then the newest.
 */
export const search = defineCall({
  given: z.object({ query: text.nullable() }),
  async work(db, _me, { query }) {
    await adoptNew(db);
    const asked = Array.from((query ?? '').trim())
      .slice(0, 100)
      .join('');
    const words = [...new Set(wordsOf(asked))];
    if (characterCount(words.join('')) < 2) return { cards: [] };
    return { cards: await readCards(db, await findCases(db, asked, words)) };
  },
});
