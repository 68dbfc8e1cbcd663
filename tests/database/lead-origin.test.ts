import { beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { adoptAll, adoptNew } from '#server/cases/adopt.ts';
import { openRoutesPool } from '../support/desk/desk-door.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';

const NAMES = ['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
await database.admin.query('update private.lead_limits set per_minute = null');
beforeEach(() => database.admin.query('delete from public.leads'));
const pool = openRoutesPool(database.url, 'desk');

/**
 * Stores a lead with this header, makes its case, and deletes it.
 *
 * @returns the values of its origin that are not null; undefined without an origin
 */
async function store(origin: string): Promise<Record<string, string> | undefined> {
  await insertLead(anon, CHAT_LEAD, crypto.randomUUID(), { 'x-lead-origin': origin });
  await adoptAll(pool);
  const { rows } = await database.admin.query<{ origin: Record<string, string> | null }>(
    `select jsonb_strip_nulls(to_jsonb(origins) - 'lead_id') as origin
     from public.leads left join desk.lead_origins as origins on lead_id = id`,
  );
  await database.admin.query('delete from public.leads');
  expect(rows).toHaveLength(1);
  return rows[0]?.origin ?? undefined;
}

const LONG = 'x'.repeat(101);

test.each([
  [
    'page=%2Fglasgow&utm_source=google&utm_medium=cpc&utm_campaign=spring+sale&utm_term=sell%20house&utm_content=b',
    {
      page: '/glasgow',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'spring sale',
      utm_term: 'sell house',
      utm_content: 'b',
    },
  ],
  ['page=/', { page: '/' }],
  ['utm_source=caf%C3%A9', { utm_source: 'café' }],
  ['utm_source=100%', { utm_source: '100%' }],
  ['utm_source=a&utm_source=b', { utm_source: 'a' }],
  // A page is stored as a path only: a query or fragment may hold personal data.
  ['page=/?email=mairi@example.com', { page: '/' }],
  ['page=%2Fglasgow%3Femail%3Dmairi%40example.com', { page: '/glasgow' }],
  ['page=%2Fglasgow%23mairi', { page: '/glasgow' }],
  [`utm_term=${LONG}`, { utm_term: LONG.slice(1) }],
  [`utm_term=${'%F0%9F%8F%A0'.repeat(101)}`, { utm_term: '🏠'.repeat(100) }],
  ['utm_source=a%0d%0ab%00%E2%80%8Bc%E2%80%AEd', undefined],
  ['utm_source=a%0d%0ab%E2%80%8Bc%E2%80%AEd%C2%AD', { utm_source: 'abcd' }],
  ['utm_source=%20%20', undefined],
  ['utm_source=&page=/', { page: '/' }],
  // Not UTF-8.
  ['utm_source=%ff%fe&page=/', { page: '/' }],
  ['utm_id=7&gclid=secret&session=1', undefined],
  ['my_utm_source=a', undefined],
  ['', undefined],
  ['&&&===%%%', undefined],
  ["utm_source='; drop table public.leads; --", { utm_source: "'; drop table public.leads; --" }],
])('the header x-lead-origin %j is stored as %j', async (header, origin) => {
  expect(await store(header)).toEqual(origin);
});

/**
 * Whether a text has only letters, digits and punctuation, in Unicode NFC and all visible: such a text is certain to be
 * stored as it is.
 */
const isPlain = (text: string) =>
  /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}])+$/u.test(text) &&
  text === text.normalize('NFC');

describe('no header causes a lead to be refused', () => {
  test('not even a header of random characters', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...NAMES, '&', '=', '%', '+', '%00', '%C3', '%ED%A0%80', '%u0041', '\\', '"', "'"),
      fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.includes('\0')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        await store(pieces.join('').toWellFormed());
      }),
      { numRuns: 300 },
    );
  });

  test('and text without characters to remove is stored unchanged', async () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...NAMES.slice(1)), value), async (given) => {
        const stored = (await store(new URLSearchParams(given).toString())) ?? {};
        for (const [name, text] of Object.entries(given)) {
          if (isPlain(text)) expect(stored[name]).toBe(text);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('not even a header of a megabyte', async () => {
    expect(await store(`page=/&utm_source=${'%41'.repeat(350_000)}`)).toEqual({
      page: '/',
      utm_source: 'A'.repeat(100),
    });
  });
});

test('a thousand leads with headers that take as long to read as possible get their cases in one call of the desk', async () => {
  await insertLead(anon, CHAT_LEAD, crypto.randomUUID(), { 'x-lead-origin': `page=${'%41'.repeat(40_000)}` });
  await database.admin.query(`
    insert into public.leads (name, phone, message, source)
    select name, phone, message, source from public.leads cross join generate_series(2, 1000);
    update private.notifications
    set origin = (select origin from private.notifications where origin is not null);
  `);
  // The limit of a statement on the desk's connections.
  const startedAt = performance.now();
  await adoptNew(pool);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  const { rows } = await database.admin.query('select count(*)::int as cases from desk.cases');
  expect(rows).toEqual([{ cases: 1000 }]);
});
