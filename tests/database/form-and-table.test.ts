import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateChat, type ChatAnswers } from '#lead/chat.ts';
import type { Lead } from '#lead/lead.ts';
import { tidyText } from '#lead/text.ts';
import { validateValuation, type ValuationAnswers } from '#lead/valuation.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead, tryInsert } from '../support/leads/insert-test-lead.ts';
import { CHAT_ANSWERS, VALUATION_ANSWERS } from '../support/leads/sample-leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');

/** The row of a caller who does not use our form: neither tidied nor checked. */
function untidyRow({ firstName, lastName, propertyType, condition, ...rest }: ValuationAnswers) {
  return {
    ...rest,
    name: `${firstName} ${lastName}`,
    property_type: propertyType,
    property_condition: condition,
    source: 'valuation_form',
  };
}

const lengths = (min: number, max: number) =>
  [min - 1, min, max, max + 1].flatMap((length) =>
    ['x', 'é', '🏠'].map((character) => character.repeat(length)),
  );
/** Texts of invisible characters. The last one also has a visible character. */
const INVISIBLE = [
  '\u00ad',
  '\u2060',
  '\u3164',
  '\u{e0061}\u{e0062}',
  '\u00ad \u2060',
  '\u2800',
  '\u00ada\u2060',
];
const textOf = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength, size: 'max' });
const padded = (text: string) => `\u00a0\t${text}\u3000\r\n`;

describe('the validation of the forms and the table public.leads accept the same', () => {
  const valuations: [field: keyof ValuationAnswers, values: string[]][] = [
    ['postcode', [...lengths(5, 10), padded('EH6 6QQ'), padded('EH66'), '']],
    ['address', [...lengths(5, 200), padded('3/2 x'), padded('3/2')]],
    ['firstName', [...lengths(1, 50), ...INVISIBLE]],
    ['lastName', [...lengths(1, 50), ...INVISIBLE, "O'Hara", 'van der Berg']],
    ['phone', [...lengths(10, 20), '\u00ad'.repeat(12), padded('0131 496 0123 00 00'), padded('131 4960')]],
    ['propertyType', ['detached', 'semi-detached', 'terraced', 'flat', 'bungalow', 'Flat', 'castle', '']],
    ['bedrooms', ['0', '1', '2', '3', '4', '5', '5+', '6', '']],
    ['condition', ['excellent', 'good', 'fair', 'poor', 'Poor', 'ruin', '']],
    [
      'email',
      [padded('mairi@example.com'), `${'m'.repeat(243)}@example.com`, `${'m'.repeat(244)}@example.com`, ''],
    ],
  ];
  test.each(valuations)('for any %s of a valuation', async (field, values) => {
    for (const value of values) {
      const answers = { ...VALUATION_ANSWERS, [field]: value };
      const stored = (await tryInsert(anon, untidyRow(answers))) === 'stored';
      expect({ value, accepted: stored }).toEqual({ value, accepted: validateValuation(answers).ok });
    }
  });

  const chats: [field: keyof ChatAnswers, values: string[]][] = [
    ['name', [...lengths(1, 100), ...INVISIBLE, padded('Iain'), padded('')]],
    ['phone', [...lengths(10, 20), padded('0131 496 0456')]],
    ['message', [...lengths(1, 1000), ...INVISIBLE, padded('a\n\tb'), padded('')]],
  ];
  test.each(chats)('for any %s of a chat message', async (field, values) => {
    for (const value of values) {
      const answers = { ...CHAT_ANSWERS, [field]: value };
      const stored = (await tryInsert(anon, { ...answers, source: 'chat_widget' })) === 'stored';
      expect({ value, accepted: stored }).toEqual({ value, accepted: validateChat(answers).ok });
    }
  });

  test('for every single character: both count it as visible, or neither does', async () => {
    // A trigger function cannot be called, so its pattern is read from its source.
    const { rows: functions } = await database.admin.query<{ source: string }>(
      `select prosrc as source from pg_proc where oid = 'private.prepare_lead'::regproc`,
    );
    const pattern = /visible constant text := ('[^']+')/.exec(functions[0]?.source ?? '')?.[1] ?? '';
    const { rows } = await database.admin.query<{ code: number }>(
      `select code from generate_series(1, 1114111) as code
       where code not between 55296 and 57343 and chr(code) !~ ${pattern}`,
    );
    const invisible = Array.from({ length: 0x10ffff }, (_, index) => index + 1).filter((code) => {
      const character = String.fromCodePoint(code);
      return character.isWellFormed() && tidyText(character) === '';
    });
    expect(rows.map(({ code }) => code)).toEqual(invisible);
    expect(invisible.length).toBeGreaterThan(4_000);
  });

  test('for 20,000 made-up e-mail addresses', async () => {
    const parts = fc.tuple(textOf("aZ09._'+-@", 0, 5), textOf('aZ09-.', 1, 5), textOf('aZ9', 1, 3));
    const emails = fc.sample(
      parts.map(([local, host, end]) => `${local}@${host}.${end}`),
      { seed: 1, numRuns: 20_000 },
    );
    emails.push(
      'mairi@example.com',
      "m.o'hara+house@mail.example.co.uk",
      'mairi@example.com\n',
      'maïri@example.com',
    );
    await database.admin.query(`
      create function pg_temp.accepts(email text) returns boolean language plpgsql as $$
      begin
        return private.check_lead(
          'Mairi Ross', email, '0131 496 0123', 'EH6 6QQ', '1 Leith Walk', 'flat', '2', 'fair', null, 'valuation_form'
        );
      exception when check_violation then
        return false;
      end $$`);
    const { rows } = await database.admin.query<{ email: string; accepted: boolean }>(
      'select email, pg_temp.accepts(email) as accepted from unnest($1::text[]) as email',
      // The trigger trims before the rules are checked.
      [emails.map((email) => email.trim())],
    );
    const disagreed = rows.filter(
      ({ email, accepted }) => validateValuation({ ...VALUATION_ANSWERS, email }).ok !== accepted,
    );
    expect(disagreed).toEqual([]);
    // The test means nothing if both sides refuse everything.
    expect(rows.filter(({ accepted }) => accepted).length).toBeGreaterThan(500);
  });
});

describe('a lead that the validation of the forms has accepted is stored without any change', () => {
  const ALPHABET =
    'aé漢🏠 \u00a0\t\n\r\v\u0000\u0007\u0085\u0301\u200b\u200d\u200e\u2028\u202a\u202e\u2066\ufeff\u00ad\'"\\%$<&';

  async function expectStored(lead: Lead): Promise<void> {
    await insertLead(anon, lead);
    const { rows } = await database.admin.query<Lead>(
      `delete from public.leads returning name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source`,
    );
    expect(rows).toEqual([expect.objectContaining(lead)]);
  }

  const LEADS: [
    what: string,
    leads: fc.Arbitrary<ReturnType<typeof validateChat | typeof validateValuation>>,
  ][] = [
    [
      'chat messages',
      fc
        .record({
          name: textOf(ALPHABET, 1, 12),
          phone: textOf(ALPHABET, 10, 30),
          message: textOf(ALPHABET, 1, 40),
        })
        .map(validateChat),
    ],
    [
      'valuations',
      fc
        .record({
          postcode: textOf(ALPHABET, 5, 14),
          address: textOf(ALPHABET, 5, 40),
          firstName: textOf(ALPHABET, 1, 12),
          lastName: textOf(ALPHABET, 1, 12),
          phone: textOf(ALPHABET, 10, 30),
        })
        .map((changes) => validateValuation({ ...VALUATION_ANSWERS, ...changes })),
    ],
  ];

  test.each(LEADS)('300 %s of awkward characters', async (_what, leads) => {
    await database.admin.query('delete from public.leads');
    const accepted = fc
      .sample(leads, { seed: 2, numRuns: 5_000 })
      .flatMap((result) => (result.ok ? [result.lead] : []));
    for (const lead of accepted.slice(0, 300)) await expectStored(lead);
    expect(accepted.length).toBeGreaterThan(300);
  });
});
