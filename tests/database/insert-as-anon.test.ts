import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/in-transaction.ts';
import { SUSPECT_REASONS } from '#lead/suspicion.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { insertLead, tryInsert } from '../support/leads/insert-test-lead.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const SUBMISSION_ID = '0190a5c4-7a3e-7c5f-8f8e-2b0f6a1d9c11';

const database = await createTestDatabase();
const anon = await database.connectAs('anon');
beforeEach(() => database.admin.query('delete from public.leads'));

async function readAll(sql: string): Promise<unknown[]> {
  const { rows } = await database.admin.query<Record<string, unknown>>(sql);
  return rows;
}

describe('the database sets id and created_at', () => {
  test('to a new id and the time', async () => {
    await insertLead(anon, CHAT_LEAD);
    await insertLead(anon, CHAT_LEAD);
    expect(
      await readAll(
        `select count(distinct id)::int as ids, bool_and(created_at between now() - interval '1 minute' and now()) as fresh from public.leads`,
      ),
    ).toEqual([{ ids: 2, fresh: true }]);
  });

  test.each([
    ['id', SUBMISSION_ID],
    ['created_at', '2001-01-01'],
  ])('and a visitor may not set %s', async (column, value) => {
    const { name, phone, message, source } = CHAT_LEAD;
    await expect(
      anon.query(
        `insert into public.leads (name, phone, message, source, ${column}) values ($1, $2, $3, $4, $5)`,
        [name, phone, message, source, value],
      ),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await readAll('select from public.leads')).toEqual([]);
  });
});

describe('the database trims as String.prototype.trim does', () => {
  test('every character below U+10000', async () => {
    const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code + 1)).filter(
      (character) => character.isWellFormed(),
    );
    // A trigger function cannot be called, so its list of blanks is read from its source.
    const { rows } = await database.admin.query<{ source: string }>(
      `select prosrc as source from pg_proc where oid = 'private.prepare_lead'::regproc`,
    );
    const blanks = /:= (U&'[^']+')/.exec(rows[0]?.source ?? '')?.[1] ?? '';
    const { rows: trimmed } = await database.admin.query<{ character: string }>(
      `select character from unnest($1::text[]) as character where btrim(character, ${blanks}) = ''`,
      [characters],
    );
    expect(trimmed.map(({ character }) => character)).toEqual(
      characters.filter((character) => character.trim() === ''),
    );
  });

  test('in every column that somebody types into', async () => {
    const BLANK = '\ufeff\u00a0\t\r\n\v\f\u2028 ';
    const { source, property_type, bedrooms, property_condition, ...typed } = VALUATION_LEAD;
    const padded = Object.fromEntries(
      Object.entries(typed).map(([column, text]) => [column, BLANK + text + BLANK]),
    );
    await insertLead(anon, { ...padded, source, property_type, bedrooms, property_condition });
    await insertLead(anon, { ...CHAT_LEAD, message: `${BLANK}a\n b${BLANK}` });
    expect(
      await readAll(
        `select ${Object.keys(VALUATION_LEAD).join(', ')} from public.leads where source = 'valuation_form'`,
      ),
    ).toEqual([VALUATION_LEAD]);
    expect(await readAll(`select message from public.leads where source = 'chat_widget'`)).toEqual([
      { message: 'a\n b' },
    ]);
  });
});

describe('a lead that looks suspect is stored like every other, and marked', () => {
  test.each([
    ['trap_filled', ['trap_filled']],
    [`${SUSPECT_REASONS.toReversed().join(', ')}, trap_filled`, [...SUSPECT_REASONS]],
    ['', []],
    ['nonsense,"{}"\'; drop table leads', []],
  ])('with the known reasons of the header %j', async (header, reasons) => {
    await insertLead(anon, CHAT_LEAD, SUBMISSION_ID, { 'x-suspect-reasons': header });
    expect(await readAll('select suspect_reasons from public.leads')).toEqual([{ suspect_reasons: reasons }]);
  });

  test('and keeps its mark when the owner inserts it, as the restore of a backup does', async () => {
    await database.admin.query(`insert into public.leads (name, phone, message, source, suspect_reasons)
      values ('Iain', '0131 496 0456', 'Hello', 'chat_widget', '{trap_filled}')`);
    expect(await readAll('select suspect_reasons from public.leads')).toEqual([
      { suspect_reasons: ['trap_filled'] },
    ]);
  });
});

describe('a lead and its notification are stored together or not at all', () => {
  test('each lead has a notification, pending and due, with the submission id of the request', async () => {
    await insertLead(anon, CHAT_LEAD, SUBMISSION_ID);
    await insertLead(anon, VALUATION_LEAD);
    expect(
      await readAll(`select source, submission_id, sent_at, next_attempt_at <= now() as due
        from private.notifications join public.leads on id = lead_id order by source`),
    ).toEqual([
      { source: 'chat_widget', submission_id: SUBMISSION_ID, sent_at: null, due: true },
      { source: 'valuation_form', submission_id: null, sent_at: null, due: true },
    ]);
  });

  test('a notification that cannot be written leaves no lead', async () => {
    await database.admin.query(
      'alter table private.notifications add constraint broken check (false) not valid',
    );
    const outcome = await tryInsert(anon, CHAT_LEAD, SUBMISSION_ID);
    await database.admin.query('alter table private.notifications drop constraint broken');
    expect({ outcome, leads: await readAll('table public.leads') }).toEqual({ outcome: 'broken', leads: [] });
  });
});

describe('the submission id (the request header x-submission-id)', () => {
  test('lets only one lead be stored if ten connections send it at once; the others violate the constraint by which the browser recognises a repeated lead', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => database.connectAs('anon')));
    const outcomes = await Promise.all(clients.map((client) => tryInsert(client, CHAT_LEAD, SUBMISSION_ID)));
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'notifications_submission_id_key')).toHaveLength(9);
    expect(await readAll('select count(*)::int from public.leads')).toEqual([{ count: 1 }]);
  });

  test.each([undefined, ''])('may be missing (%j); a repeat is then a new lead', async (submissionId) => {
    await insertLead(anon, CHAT_LEAD, submissionId);
    expect(await tryInsert(anon, CHAT_LEAD, submissionId)).toBe('stored');
  });

  test('must be a UUID: otherwise the request is refused, and no lead is stored', async () => {
    expect(await tryInsert(anon, CHAT_LEAD, 'abc')).toBe('22P02');
    expect(await readAll('table public.leads')).toEqual([]);
  });
});

describe('many leads in one request', () => {
  const insertTwo = async (client: typeof anon, headers: unknown) => {
    await inTransaction(client, async () => {
      await client.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
      await client.query(
        `insert into public.leads (name, phone, message, source)
         select 'Iain', '0131 496 0456', 'Hello', 'chat_widget' from generate_series(1, 2)`,
      );
    });
  };

  test.each([[{}], [{ 'x-submission-id': SUBMISSION_ID }]])(
    'are refused if a visitor sends them as an array (headers %j)',
    async (headers) => {
      await expect(insertTwo(anon, headers)).rejects.toMatchObject({
        code: '22023',
        message: 'One lead at a time.',
      });
      expect(await readAll('select from public.leads')).toEqual([]);
    },
  );

  test('are refused if a visitor sends them in two statements of one transaction', async () => {
    const twice = inTransaction(anon, async () => {
      for (const message of ['A', 'B']) {
        await anon.query(
          `insert into public.leads (name, phone, message, source) values ('Iain', '0131 496 0456', $1, 'chat_widget')`,
          [message],
        );
      }
    });
    await expect(twice).rejects.toMatchObject({ code: '22023' });
    expect(await readAll('select from public.leads')).toEqual([]);
  });

  test('are stored if the firm imports them, each with its notification', async () => {
    await insertTwo(database.admin, {});
    expect(
      await readAll(
        'select count(*)::int from public.leads join private.notifications on lead_id = id and submission_id is null',
      ),
    ).toEqual([{ count: 2 }]);
  });

  test('do not keep a connection from storing the next lead', async () => {
    await expect(insertTwo(anon, {})).rejects.toThrow();
    expect([await tryInsert(anon, CHAT_LEAD), await tryInsert(anon, CHAT_LEAD)]).toEqual([
      'stored',
      'stored',
    ]);
  });
});
