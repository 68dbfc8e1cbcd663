import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';
import { tryInsert, type AnyRow } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');

const NOT_NULL = '23502';
const long = (characters: number) => '🏠'.repeat(characters);

const LEADS: Record<string, AnyRow> = { valuation_form: VALUATION_LEAD, chat_widget: CHAT_LEAD };

type Violations = [constraint: string, source: string, column: string, values: (string | null)[]];

/** For each constraint and source (form), values of a column that violate this constraint and no other. */
const VIOLATIONS: Violations[] = [
  ['leads_source_known', 'chat_widget', 'source', ['newsletter', '', 'Chat_Widget']],
  [NOT_NULL, 'chat_widget', 'source', [null]],
  [NOT_NULL, 'chat_widget', 'name', [null]],
  [NOT_NULL, 'chat_widget', 'phone', [null]],
  [NOT_NULL, 'valuation_form', 'name', [null]],
  [NOT_NULL, 'valuation_form', 'phone', [null]],
  [
    'leads_valuation_name',
    'valuation_form',
    'name',
    ['', 'Mairi', ' Mairi', `${long(51)} M`, `M ${long(51)}`],
  ],
  ['leads_chat_name', 'chat_widget', 'name', ['', '\u00a0', long(101)]],
  ['leads_phone', 'valuation_form', 'phone', [long(9), long(21), '  131 4960  ']],
  ['leads_phone', 'chat_widget', 'phone', [long(9), long(21), '']],
  ['leads_valuation_postcode', 'valuation_form', 'postcode', [null, long(4), long(11)]],
  ['leads_valuation_address', 'valuation_form', 'address', [null, long(4), long(201)]],
  ['leads_valuation_property_type', 'valuation_form', 'property_type', [null, '', 'castle', 'Flat', ' flat']],
  ['leads_valuation_bedrooms', 'valuation_form', 'bedrooms', [null, '', '6', '5']],
  ['leads_valuation_property_condition', 'valuation_form', 'property_condition', [null, '', 'ruin']],
  [
    'leads_valuation_email',
    'valuation_form',
    'email',
    [null, '', 'mairi', 'not-given@chat-widget.i', `${'m'.repeat(244)}@example.com`],
  ],
  ['leads_valuation_has_no_message', 'valuation_form', 'message', ['Hello', '']],
  ['leads_chat_message', 'chat_widget', 'message', [null, '', '\n \u3000', long(1001)]],
  ...['email', 'postcode', 'address', 'property_type', 'bedrooms', 'property_condition'].map(
    (column): Violations => ['leads_chat_has_no_property', 'chat_widget', column, ['']],
  ),
];

const CONTROL = Array.from(
  '\u0001\b\t\n\r\u001b\u007f\u0085\u009f\u2028\u061c\u200b\u200f\u202a\u202e\u2066\u2069',
);
const inside = (text: string | null | undefined, character: string) =>
  `${text?.slice(0, 2) ?? ''}${character}${text?.slice(2) ?? ''}`;

describe('a row that breaks a rule is refused, and the error names the constraint:', () => {
  const rows = VIOLATIONS.flatMap(([constraint, source, column, values]) =>
    values.map((value) => [constraint, source, { [column]: value }] as const),
  );
  test.each(rows)('%s, %s: %j', async (constraint, source, change) => {
    expect(await tryInsert(anon, { ...LEADS[source], ...change })).toBe(constraint);
  });

  test.each([
    ...['name', 'phone', 'postcode', 'address'].map((column) => ['valuation_form', column] as const),
    ...['name', 'phone'].map((column) => ['chat_widget', column] as const),
  ])('leads_one_line, %s: control and direction characters inside %s', async (source, column) => {
    const lead = LEADS[source] ?? {};
    for (const character of CONTROL) {
      expect(await tryInsert(anon, { ...lead, [column]: inside(lead[column], character) })).toBe(
        'leads_one_line',
      );
    }
  });

  test('leads_message_characters, chat_widget: control and direction characters inside a message, except tabs and line breaks', async () => {
    const allowed = ['\t', '\n', '\r', '\u2028'];
    for (const character of CONTROL) {
      const outcome = await tryInsert(anon, { ...CHAT_LEAD, message: `a${character}b` });
      expect(outcome).toBe(allowed.includes(character) ? 'stored' : 'leads_message_characters');
    }
  });
});

test('an unknown suspect reason is refused when the owner inserts it directly', async () => {
  const { name, phone, message, source } = CHAT_LEAD;
  await expect(
    database.admin.query(
      `insert into public.leads (name, phone, message, source, suspect_reasons) values ($1, $2, $3, $4, '{rude}')`,
      [name, phone, message, source],
    ),
  ).rejects.toMatchObject({ constraint: 'leads_suspect_reasons_known' });
});

describe('an imported lead, which only the owner may store, needs only a name and a telephone number:', () => {
  const { name, phone } = CHAT_LEAD;
  const IMPORTED: AnyRow = { name, phone, source: 'import' };
  const insertAsOwner = async (change: AnyRow) => {
    const outcome = await tryInsert(database.admin, { ...IMPORTED, ...change });
    await database.admin.query(`delete from public.leads where source = 'import'`);
    return outcome;
  };

  test.each<[AnyRow, string]>([
    [{}, 'stored'],
    [{ ...VALUATION_LEAD, source: 'import', message: 'Hello' }, 'stored'],
    [{ name: 'Mairi' }, 'stored'],
    [{ name: '' }, 'leads_import_name'],
    [{ name: long(101) }, 'leads_import_name'],
    [{ message: '' }, 'leads_import_message'],
    [{ message: long(1001) }, 'leads_import_message'],
    [{ phone: long(9) }, 'leads_phone'],
    [{ postcode: long(4) }, 'leads_valuation_postcode'],
    [{ address: long(201) }, 'leads_valuation_address'],
    [{ property_type: 'castle' }, 'leads_valuation_property_type'],
    [{ bedrooms: '6' }, 'leads_valuation_bedrooms'],
    [{ property_condition: 'ruin' }, 'leads_valuation_property_condition'],
    [{ email: 'mairi' }, 'leads_valuation_email'],
  ])('%j is %s', async (change, outcome) => {
    expect(await insertAsOwner(change)).toBe(outcome);
  });

  test.each([{}, VALUATION_LEAD, CHAT_LEAD])('a visitor cannot send one: %j', async (lead) => {
    expect(await tryInsert(anon, { ...IMPORTED, ...lead, source: 'import' })).toBe('42501');
  });
});

test('every rule of private.check_lead is broken by a row in VIOLATIONS, except four, which have tests of their own', async () => {
  const { rows } = await database.admin.query<{ source: string }>(
    `select prosrc as source from pg_proc where oid = 'private.check_lead'::regproc`,
  );
  const rules = [...(rows[0]?.source ?? '').matchAll(/'(leads_\w+)'/g)].map(([, rule]) => rule);
  expect(rules.length).toBeGreaterThan(10);
  const tested = new Set(VIOLATIONS.map(([constraint]) => constraint));
  expect(rules.filter((rule) => !tested.has(rule ?? ''))).toEqual([
    'leads_one_line',
    'leads_message_characters',
    'leads_import_name',
    'leads_import_message',
  ]);
});

test('the rules hold for the firm too, and for a change of a lead', async () => {
  expect(await tryInsert(database.admin, { ...CHAT_LEAD, phone: '1' })).toBe('leads_phone');
  const client = await database.connectAs('postgres');
  await client.query('begin');
  await client.query(
    `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', 'Hello', 'chat_widget')`,
  );
  await expect(client.query(`update public.leads set phone = '1'`)).rejects.toMatchObject({
    code: '23514',
    constraint: 'leads_phone',
    message: 'new row for relation "leads" violates check constraint "leads_phone"',
  });
  await client.query('rollback');
});

test('no refused row has left a lead or a notification behind', async () => {
  const { rows } = await database.admin.query(`
    select (select count(*)::int from public.leads where source <> 'chat_widget' or message !~ '^a.b$') as leads,
      (select count(*)::int from private.notifications) - (select count(*)::int from public.leads) as surplus`);
  expect(rows).toEqual([{ leads: 0, surplus: 0 }]);
});
