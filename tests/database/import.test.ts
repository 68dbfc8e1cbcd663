import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findPerson } from '../../server/operations/person.ts';
import { deleteExpiredRows } from '../../server/operations/retention.ts';
import { importLeads, undoImport, type ImportReport } from '../../server/operations/import/import-leads.ts';
import type { Funnel, InboxPage } from '../../desk/src/api/types.ts';
import { CRM_EXPORTS, largeExport } from '../support/leads/crm-exports.ts';
import { openDeskDatabase } from '../support/desk/desk-database.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';

const desk = await openDeskDatabase();
let folder: string;
beforeEach(async () => {
  await desk.admin.query('delete from public.leads; delete from desk.imports');
  folder = createTemporaryFolder();
});

type Options = Partial<Parameters<typeof importLeads>[2]>;

/** Imports a file, confirmed unless the options say otherwise. */
async function importFile(contents: Buffer | string, options: Options = {}): Promise<ImportReport> {
  const path = join(folder, 'leads.csv');
  await writeFile(path, contents);
  return importLeads(desk.admin, path, {
    map: new Map(),
    stages: new Map(),
    dateOrder: undefined,
    rejectedPath: join(folder, 'leads.not-imported.csv'),
    confirm: () => Promise.resolve(true),
    ...options,
  });
}

const readRejected = () => readFile(join(folder, 'leads.not-imported.csv'), 'utf8');

async function query<Row extends object>(sql: string): Promise<Row[]> {
  return (await desk.admin.query<Row>(sql)).rows;
}

/** What is stored about each lead, in the order of their dates. */
const readLeads = () =>
  query(
    `select
       leads.name, phone, email, postcode, address, property_type, bedrooms, property_condition, message, source,
       to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI') as created,
       to_char(first_contact_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI') as contact,
       stage, close_reason, next_action,
       to_char(next_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI') as next_at,
       do_not_call, hold_until is not null as held, utm_source as origin,
       (select string_agg(body, '|') from desk.texts where texts.lead_id = leads.id) as notes,
       (select string_agg(kind, ' ' order by id) from desk.events where events.lead_id = leads.id) as events
     from public.leads
     join desk.cases on cases.lead_id = leads.id
     left join desk.lead_origins on lead_origins.lead_id = leads.id
     order by created_at desc`,
  );

describe('an export of', () => {
  test('HubSpot', async () => {
    expect(await importFile(CRM_EXPORTS.hubspot.bytes)).toMatchObject({
      rows: 3,
      imported: 3,
      dateOrder: 'day first',
    });
    expect(await readLeads()).toMatchObject([
      {
        name: 'Iain Test',
        phone: '07700 900102',
        address: 'Flat 2, 8 High Street, Glasgow',
        created: '2024-07-15 09:05',
        contact: '2024-07-16 10:00',
        stage: 'contacted',
        next_action: 'other',
        next_at: '2098-01-05 11:30',
        origin: 'Direct Traffic',
        events: 'received noted staged planned',
      },
      {
        name: "Mairi O'Hara",
        email: 'mairi@example.com',
        postcode: 'EH6 6QQ',
        message: 'How does this work?',
        stage: 'new',
        notes: 'Record ID: 101\nContact owner: Desk\nMobile Phone Number: 07700 900101',
        events: 'received noted',
      },
      { name: 'Ann Test', stage: 'closed', close_reason: 'not_ours', next_at: null },
    ]);
  });

  test('Pipedrive', async () => {
    await importFile(CRM_EXPORTS.pipedrive.bytes);
    expect(await readLeads()).toMatchObject([
      {
        name: 'Iain Test',
        address: '8 High Street, Glasgow G1 1AA',
        stage: 'offer_made',
        next_at: '2098-01-05 09:00',
        notes: 'House in Glasgow\nPerson - Labels: Hot, Probate',
      },
      { name: "Mairi O'Hara", phone: '0131 496 0101', created: '2024-05-03 14:22', stage: 'contacted' },
      {
        name: 'Ann Test',
        stage: 'closed',
        close_reason: 'seller_withdrew',
        do_not_call: true,
        notes: 'Deal - Title: House in Aberdeen\nDeal - Lost reason: Price too low\nPerson - Labels: DNC',
        events: 'received noted staged contact_rules_set',
      },
    ]);
  });

  test('Follow Up Boss, which writes the month first', async () => {
    expect(await importFile(CRM_EXPORTS.followUpBoss.bytes)).toMatchObject({
      imported: 3,
      dateOrder: 'month first',
    });
    const leads = await readLeads();
    expect(leads).toMatchObject([
      {
        name: 'Iain Test',
        created: '2024-07-15 00:00',
        address: '8 High Street, Glasgow',
        origin: 'Referral',
      },
      { name: "Mairi O'Hara", created: '2024-05-03 00:00', postcode: 'EH6 6QQ' },
      { name: 'Ann Test', contact: '2023-12-01 00:00', close_reason: 'spam', do_not_call: true },
    ]);
    // Values that have no field of their own are in the notes.
    expect(leads[0]).toMatchObject({ notes: expect.stringContaining('Notes: Line one\nline two') as string });
    expect(leads[0]).toMatchObject({
      notes: expect.stringContaining('Address 1 - Street: 1 Home Road') as string,
    });
  });

  test('a spreadsheet with tabs', async () => {
    await importFile(CRM_EXPORTS.spreadsheet.bytes);
    expect(await readLeads()).toMatchObject([
      {
        property_type: 'terraced',
        bedrooms: '5+',
        property_condition: 'good',
        next_action: 'call',
        next_at: '2098-01-05 11:30',
        do_not_call: false,
        notes: 'Inherited it\nNext step: Ring about the roof',
      },
      { property_type: 'flat', bedrooms: '2', property_condition: 'poor', stage: 'new', held: false },
      {
        property_type: null,
        notes: 'Property type: Castle',
        close_reason: 'bought',
        held: true,
        do_not_call: true,
      },
    ]);
  });

  test('a spreadsheet in Windows-1252 with semicolons, and a column that is named with --map', async () => {
    await expect(importFile(CRM_EXPORTS.semicolons.bytes)).rejects.toThrow(
      'No column was recognised as the phone number. Name it: --map "Heading=phone". The columns: Name, Telefon, Notes, Date, Status',
    );
    await importFile(CRM_EXPORTS.semicolons.bytes, { map: new Map([['Telefon', 'phone']]) });
    expect(await readLeads()).toMatchObject([
      { name: 'Iàin Test', phone: '07700 900102', notes: 'Two; parts' },
      { name: 'Mairi O’Hara', notes: 'Wants 90.000 €', created: '2024-05-03 00:00' },
      { name: 'Ann Test', stage: 'closed', do_not_call: true },
    ]);
  });
});

const UNREACHABLE = 'There is no phone number and no e-mail address that can be used.';
const REPEAT = 'A lead of this person about this address is already there.';
const SIMPLE = 'Name,Phone,Address,Date\nMairi Test,0131 496 0101,3 Leith Walk,03/05/2024\n';

test('of a thousand rows, the 980 good ones are imported, and the 20 broken ones are written to a file', async () => {
  const report = await importFile([...largeExport(1_000, 50)].join(''));
  expect(report).toMatchObject({ rows: 1_000, imported: 980 });
  expect([...report.rejected]).toEqual([[UNREACHABLE, Array.from({ length: 20 }, (_, at) => at * 50 + 51)]]);
  const lines = (await readRejected()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatch(/^\ufeff"Name","Phone",.*,"Why it was not imported"$/);
  expect(lines[1]).toMatch(/^"Test 50","12",.*,"Row 51 \(Phone, Email\): There is no phone number/);

  // The file can be corrected and imported.
  const corrected = await importFile(
    (await readRejected()).replaceAll(/"Test (\d+)","12"/g, '"Test $1","0131 496 $1"'),
  );
  expect(corrected).toMatchObject({ rows: 20, imported: 20 });
  expect(await query(`select from desk.texts where body like '%not imported%'`)).toEqual([]);
});

test.each<[row: string, reason: string]>([
  ['Mairi,4.41315E+11,,3 Leith Walk,', `Row 3 (Phone, Email): ${UNREACHABLE}`],
  ['Mairi,not known yet,n/a,3 Leith Walk,', `Row 3 (Phone, Email): ${UNREACHABLE}`],
  ['Iain,0131 496 0199,,1 High Street,', `Row 3 (Phone, Email, Address, Postcode): ${REPEAT}`],
])('the row "%s" is not imported: %s', async (row, reason) => {
  const file = `Name,Phone,Email,Address,Postcode\nIain,+44 131 496 0199,,1 high street,\n${row}\n`;
  expect(await importFile(file)).toMatchObject({ rows: 2, imported: 1 });
  expect(await readRejected()).toContain(`"${reason}"`);
});

/** Longer than a message may be. */
const LONG = 'x'.repeat(1_001);
const ADDRESSES =
  'Property address,Address 1 - Street,Address 1 - City,Address 1 - Zip,Property city,Property postcode';

test.each<[headings: string, row: string, lead: object, unread?: string[]]>([
  [ADDRESSES, '14 Leith Walk,,London,SW1A 1AA,,', { address: '14 Leith Walk', postcode: null }],
  [ADDRESSES, ',1 Home Road,Perth,PH1 1AA,,', { address: '1 Home Road, Perth', postcode: 'PH1 1AA' }],
  [
    'Property address,City,Zip',
    '14 Leith Walk,London,SW1A 1AA',
    { address: '14 Leith Walk', postcode: null },
  ],
  ['Property address,Town', '14 Leith Walk,"London, SW1A 1AA"', { address: '14 Leith Walk' }],
  ['Property address,City,Zip', '14 Leith Walk,Leith,EH6 5DT', { address: '14 Leith Walk, Leith' }],
  ['Address,,,Postcode', '2/1,14 Byres Road,Glasgow,G12 8AA', { address: '2/1, 14 Byres Road, Glasgow' }],
  ['Address line 1,Address line 2,Town', '2/1,14 Byres Road,Perth', { address: '2/1, 14 Byres Road, Perth' }],
  ['Postcode', 'EH6', { postcode: null, notes: 'Postcode: EH6' }, ['Postcode']],
  ['Address', '3 L', { address: null, notes: 'Address: 3 L' }, ['Address']],
  ...['02-Jan', 'Flat 02-Jan', '02-Jan, 14 Byres Road', '02/01/2026', '2026-01-02 00:00:00', 'Jan-14'].map(
    (flat): [string, string, object, string[]] => [
      'Address',
      `"${flat}"`,
      { address: null, notes: `Address: ${flat}` },
      ['Address'],
    ],
  ),
  ['First Name,Last Name', 'Ann,Smith', { name: 'Ann Smith', notes: 'Name: Mairi' }],
  ['E-mail 1 - Value', 'home: x@example.com ', { email: 'x@example.com', notes: /home: x@/ }],
  ['Email', 'N/A', { email: null, notes: null }],
  ['Secondary Email', 'x@example.com', { email: 'x@example.com' }],
  // Outlook, and REsimpli.
  ['Home Street,Home City,Home Postal Code', '7 Hill St,Stirling,FK8 1AA', { postcode: 'FK8 1AA' }],
  [
    'Property Street,Property City,Property Zip,Lead Created Date',
    '7 Hill St,Stirling,FK8 1AA,2024-05-03',
    { address: '7 Hill St, Stirling', postcode: 'FK8 1AA', created: '2024-05-03 00:00' },
  ],
  ['Email', 'mairi at example', { email: null, notes: 'Email: mairi at example' }, ['Email']],
  ['Date', '03/05/24', { created: '2024-05-03 00:00' }],
  ['Date', '45415', { created: '2024-05-03 00:00' }],
  ['Date', 'May 2024', { created: '2024-05-01 00:00', notes: 'Date: May 2024' }],
  ['Date', 'soon', { notes: 'Date: soon' }, ['Date']],
  ['Date', '1/1/2099', { notes: 'Date: 1/1/2099' }, ['Date']],
  ['Message', LONG, { message: null, notes: `Message: ${LONG}` }],
  // The apostrophes with which an export protects spreadsheets from formulas are removed.
  ['Notes', `"'-5 %;' =later"`, { notes: '-5 %; =later' }],
  ['Shoe size,Record', '7,12', { notes: 'Shoe size: 7\nRecord: 12' }],
  ['Notes', 'wants, a quick sale', { notes: /wants[^]* a quick sale/ }, ['Cells without a heading']],
  ['Notes,City', 'fewer cells', { notes: 'fewer cells' }],
])('%s: "%s" is read, and what cannot be read is in the notes', async (headings, row, lead, unread = []) => {
  const report = await importFile(`Name,Phone,${headings}\nMairi,0131 496 0101,${row}\n`);
  const [stored] = await readLeads();
  for (const [column, value] of Object.entries(lead) as [keyof typeof stored, unknown][]) {
    if (value instanceof RegExp) expect(stored?.[column]).toMatch(value);
    else expect(stored?.[column]).toBe(value);
  }
  expect([...report.unread.keys()]).toEqual(unread);
  // Nothing is lost.
  for (const word of ['London', 'SW1A 1AA', 'Leith']) {
    if (row.includes(word)) expect(JSON.stringify(stored)).toContain(word);
  }
});

test.each<[headings: string, row: string, phone: string, notes: string | null]>([
  ['Tel no.', '0131 496 0101 / 07700 900101', '0131 496 0101', 'Tel no.: 0131 496 0101 / 07700 900101'],
  [
    'Mobile',
    '"0131 496 0101, 07700900101 (wife)"',
    '0131 496 0101',
    'Mobile: 0131 496 0101, 07700900101 (wife)',
  ],
  ['Phone 1,Phone 2', 'n/a,07700 900101', '07700 900101', null],
  ['Phone 1,Phone 2', '12,07700 900101', '07700 900101', 'Phone 1: 12'],
  ['Phone 1 - Type,Phone 1 - Value', 'Home,0131 496 0101', '0131 496 0101', 'Phone 1 - Type: Home'],
  ['Seller Phone', '0131 496 0101', '0131 496 0101', null],
  ['Phone', '7700900808', '07700900808', null],
  ['Phone', '7700900214.0', '07700900214', 'Phone: 7700900214.0'],
  ['Phone', `'+44 131 496 0101`, '+44 131 496 0101', null],
  ['Phone', '+1 212 555 0100', '+1 212 555 0100', null],
  ['Phone,Email', 'none,mairi@example.com', 'No phone number', null],
  ['Email Address', 'mairi@example.com', 'No phone number', null],
  [
    'Email,Phone',
    '0131 496 0101,a@example.com',
    '0131 496 0101',
    'Phone: a@example.com\nEmail: 0131 496 0101',
  ],
])('%s: of "%s", the number is %s', async (headings, row, phone, notes) => {
  // Titles and empty rows are no leads.
  await importFile(`Leads of 2024,\n,,\nName,${headings}\nMairi,${row}\n,,\n`);
  expect(await readLeads()).toMatchObject([{ name: 'Mairi', phone, notes }]);
});

test('a lead without a name is imported, also from a file whose title does not show what separates its cells', async () => {
  await importFile('Leads of 2024\n\nName;Phone\n;0131 496 0101\n');
  expect(await readLeads()).toMatchObject([{ name: 'Name not given' }]);
});

test.each([
  ['lost in 2024 and open in 2025', ['Lost,01/02/2024', 'New,01/02/2025'], ['new', 'closed']],
  ['open in 2025 and lost in 2024', ['New,01/02/2025', 'Lost,01/02/2024'], ['new']],
  ['open twice', ['New,01/02/2024', 'New,01/02/2025'], ['new']],
  ['lost twice', ['Lost,01/02/2024', 'Lost,01/02/2025'], ['closed']],
])('of one house %s, the leads are kept that say more', async (_when, rows, stages) => {
  await importFile(
    `Name,Phone,Address,Status,Date\n${rows.map((row) => `Mairi,0131 496 0101,3 Leith Walk,${row}\n`).join('')}`,
  );
  expect(await readLeads()).toMatchObject(stages.map((stage) => ({ stage })));
});

test('two flats of one owner of which a spreadsheet has made dates are two leads', async () => {
  const file = 'Name,Phone,Address\nMairi,0131 496 0101,02-Jan\nMairi,0131 496 0101,03-Jan\n';
  expect(await importFile(file)).toMatchObject({ imported: 2 });
});

test('a lead from the website of the same person about the same address is found; one about another address is not a repeat', async () => {
  await desk.addLead(VALUATION_LEAD);
  const { email, address, postcode } = VALUATION_LEAD;
  const file = `Name,Phone,Email,Address,Postcode\nMairi,07700 900999,${email.toUpperCase()},"${address}",${postcode}\nMairi,07700 900999,${email},2 Other Road,${postcode}\n`;
  expect(await importFile(file)).toMatchObject({ rows: 2, imported: 1 });
});

test('a file without a column for a name is refused with its headings, and not with the title above them', async () => {
  await expect(importFile('Leads of 2024,,\nTel no.,Where,\n0131 496 0101,Leith,\n')).rejects.toThrow(
    'recognised as the name. Name it: --map "Heading=name". The columns: Tel no., Where, ',
  );
});

test('the same file is refused a second time, until its import is undone', async () => {
  const { id } = await importFile(SIMPLE);
  await expect(importFile(SIMPLE)).rejects.toThrow(`To repeat it, first undo import ${id}.`);
  expect(await undoImport(desk.admin, id, false)).toBe(0);
  expect(await importFile(SIMPLE)).toMatchObject({ imported: 1 });
});

test('a column that is named with --map comes before one that is recognised by its name', async () => {
  const map = new Map([['Rings best', 'phone']]);
  await importFile('Name,Phone,Rings best\nMairi,0131 496 0101,0131 496 0102\n', { map });
  expect(await readLeads()).toMatchObject([{ phone: '0131 496 0102', notes: 'Phone: 0131 496 0101' }]);
});

test('a time with an offset is the same moment in Scotland, and a last contact in the future is a note', async () => {
  const rows = [
    'Mairi,0131 496 0101,2024-05-03T14:22:10+03:00,',
    'Iain,0131 496 0102,2024-05-04,2024-05-05T00:30Z',
    'Ann,0131 496 0103,2024-05-04T12:00,2099-01-01',
  ];
  await importFile(`Name,Phone,Date,Last contacted\n${rows.join('\n')}\n`);
  expect(await readLeads()).toMatchObject([
    { name: 'Ann', contact: '2024-05-04 12:00', notes: 'Last contacted: 2099-01-01' },
    { name: 'Iain', contact: '2024-05-05 01:30' },
    { name: 'Mairi', created: '2024-05-03 12:22' },
  ]);
});

test('next steps that are due are counted, and in the list "now" of the first screen; others are not', async () => {
  const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' });
  const rows = [
    'Ann,0131 496 0101,New,Ring,03/05/2024',
    `Eilidh,0131 496 0102,Offer made,Ring,${today}`,
    'Iain,0131 496 0103,New,Ring,03/05/2094',
    'Mairi,0131 496 0104,Won,Ring,03/05/2024',
  ];
  const report = await importFile(`Name,Phone,Stage,Next step,Follow up\n${rows.join('\n')}\n`);
  expect(report).toMatchObject({ imported: 4, due: 2 });
  const { inbox } = await desk.staff.call<{ inbox: InboxPage }>('first_screen', {});
  expect(inbox.cards.map(({ name, next_action }) => [name, next_action])).toEqual([
    ['Ann', 'call'],
    ['Eilidh', 'call'],
  ]);
  expect(inbox.counts).toMatchObject({ due: 2 });
});

test.each([
  ['Unsubscribed from all email', 'Yes', true],
  ['Unsubscribed from all email', 'No', false],
  ['Unsubscribed from all email', '', false],
  ['Opted out of email: Marketing Information', 'true', true],
  ['Opt out', 'yes', true],
  ['HasOptedOutOfEmail', '0', false],
  ['Do not call', '?', true],
  ['UNSUB_TIME', '2024-05-03 14:22:10', true],
  ['Unsubscribe link', 'https://example.com/u', false],
  ['Person - Marketing status', 'Unsubscribed', true],
  ['Person - Marketing status', 'No consent', true],
  ['Person - Marketing status', 'Subscribed', false],
  ['Email opt-in', 'No', true],
  ['Email opt-in', 'Yes', false],
  ['OPTIN_TIME', '2024-05-03 14:22:10', false],
  ['Consent', 'withdrawn', true],
  ['Labels', '* myContacts ::: Do not contact', true],
  ['Custom Field 1 - Label', 'Do not call', true],
  ['GDPR', 'Opted out 2023', true],
  ['Comments', 'Email: unsubscribed', true],
  ['Status', 'Unsubscribed', true],
  ['Notes', 'Do not call before ten', false],
  ['Notes', 'Do not call on Mondays', false],
  ['Notes', 'DNC 3/5/24', true],
  ['Notes', 'Do not contact since 2023', true],
  ['Notes', 'Do not call - asked in May', true],
  ['Mobile', '07700 900101 (do not call)', true],
  ['Mobile', '07700900101 do not ring', true],
  ['Remarks', 'Do not call!', true],
  ['Remarks', 'STOP', true],
  ['Remarks', 'Stop at 5 Do not pass', false],
])('the column "%s" with "%s" forbids contact: %s', async (heading, text, isForbidden) => {
  const report = await importFile(`Name,Phone,${heading}\nMairi,0131 496 0101,${text}\n`);
  expect(report).toMatchObject({ imported: 1, doNotContact: Number(isForbidden) });
  expect(await query('select do_not_call, contact_rules from desk.cases')).toEqual([
    { do_not_call: isForbidden, contact_rules: isForbidden ? `${heading}: ${text}` : null },
  ]);
});

test('an opt-out of a repeated row counts for the lead that is there, and so does one that may have moved', async () => {
  const rows = ['Mairi,0131 496 0101,no', 'Mairi,+44 131 496 0101,yes', 'Iain,0131 496 0102,no,yes'];
  expect(await importFile(`Name,Phone,Opt out\n${rows.join('\n')}\n`)).toMatchObject({
    ...{ imported: 2, doNotContact: 2 },
  });
  expect(await query('select do_not_call, contact_rules from desk.cases order by phone_key')).toEqual([
    { do_not_call: true, contact_rules: 'Opt out: yes' },
    { do_not_call: true, contact_rules: expect.stringContaining('too many cells') as string },
  ]);
});

test('an opt-out counts for the person’s leads about other houses', async () => {
  await importFile('Name,Email,Phone,Address\nMairi,mairi@example.com,0131 496 0101,14 Leith Walk\n');
  await importFile('Name,Email Address,Unsubscribed\nMairi,mairi@example.com,yes\n');
  expect(await query('select do_not_call from desk.cases')).toEqual([
    { do_not_call: true },
    { do_not_call: true },
  ]);
});

test('words for stages that are not known are reported, and can be named', async () => {
  const file = (date: string) => `Name,Phone,Stage,Date\nMairi,0131 496 0101,Simmering,${date}\n`;
  const report = await importFile(file('3 May 2024'), { confirm: () => Promise.resolve(false) });
  expect([...report.stages]).toEqual([['Simmering', { stage: undefined, count: 1 }]]);
  await importFile(file('3 May 2024'), { stages: new Map([['Simmering', 'appraised']]) });
  expect(await readLeads()).toMatchObject([{ stage: 'appraised', notes: null }]);
});

describe('nothing is changed', () => {
  const countRows = () => desk.countRows('');

  test('by an import that is not confirmed, and its report says what it would do', async () => {
    const before = await countRows();
    const report = await importFile(CRM_EXPORTS.hubspot.bytes, { confirm: () => Promise.resolve(false) });
    expect(report).toMatchObject({
      id: 0,
      rows: 3,
      imported: 3,
      preview: [{ name: "Mairi O'Hara" }, {}, {}],
    });
    expect(await countRows()).toEqual(before);
  });

  test('by a file whose last cell does not end', async () => {
    const before = await countRows();
    await expect(importFile([...largeExport(600)].join('') + 'Mairi,"0131')).rejects.toThrow(
      'Quote Not Closed',
    );
    expect(await countRows()).toEqual(before);
  });
});

describe('an imported lead', () => {
  beforeEach(async () => {
    await importFile(CRM_EXPORTS.spreadsheet.bytes);
  });

  test('causes no mail', async () => {
    expect(await query('select from private.notifications')).toEqual([]);
  });

  test('is in the lists and the search of the desk, and not in "now"', async () => {
    const now = await desk.staff.call<InboxPage>('inbox', { view: 'now' });
    expect(now).toMatchObject({ cards: [], counts: { overdue: 0, new: 0, due: 0 } });
    const all = await desk.staff.call<InboxPage>('inbox', { view: 'all' });
    expect(all.cards.map(({ name, source, mail }) => ({ name, source, mail }))).toEqual(
      ['Iain Test', "Mairi O'Hara", 'Ann Test'].map((name) => ({ name, source: 'import', mail: null })),
    );
    const found = await desk.staff.call<InboxPage>('search', { query: '0131 496 0101' });
    const lead = await desk.staff.lead(found.cards[0]?.id ?? '');
    expect(lead).toMatchObject({ name: "Mairi O'Hara", import: { file_name: 'leads.csv' } });
  });

  test('does not count in the figures', async () => {
    const funnel = await desk.staff.call<Funnel>('funnel', {
      first_day: '2023-01-01',
      last_day: '2026-01-01',
    });
    expect(funnel).toMatchObject({ weeks: [], first_contact: { count: 0, breaches: 0 } });
  });

  test('is in the export of its person', async () => {
    const { leads } = await findPerson(desk.admin, folder, { phone: '0131 496 0103' });
    expect(leads).toMatchObject([
      {
        lead: { name: 'Ann Test', source: 'import' },
        notification: null,
        import: { file_name: 'leads.csv' },
      },
    ]);
  });

  test('is kept for as long after its import as other leads after they came in', async () => {
    const days = { lead: 365, suspect: 30, delivery: 30 };
    expect(await deleteExpiredRows(desk.admin, days)).toMatchObject({ leads: 0 });
    await query(`update desk.imports set at = now() - interval '366 days'`);
    // The third lead, whose house the firm bought, is on hold.
    expect(await deleteExpiredRows(desk.admin, days)).toMatchObject({ leads: 2 });
  });
});

test('imported leads without a date do not count towards a flood of visitors’ leads', async () => {
  const setLimits = (perMinute: number | null, perDay: number | null) =>
    desk.admin.query('update private.lead_limits set per_minute = $1, per_day = $2', [perMinute, perDay]);
  await setLimits(1, 1);
  onTestFinished(async () => {
    await setLimits(null, null);
  });
  await importFile('Name,Phone,Address\nMairi,0131 496 0101,1 Leith Walk\nIain,0131 496 0102,2 Leith Walk\n');
  await desk.addLead();
  expect(await query(`select suspect_reasons from public.leads where source = 'chat_widget'`)).toEqual([
    { suspect_reasons: [] },
  ]);
});

describe('undoing an import', () => {
  test('deletes its leads and no others', async () => {
    await desk.addLead();
    const other = await importFile(SIMPLE);
    const { id } = await importFile(CRM_EXPORTS.spreadsheet.bytes);
    expect(await undoImport(desk.admin, id, false)).toBe(0);
    expect(await query('select name from public.leads order by name')).toEqual([
      { name: 'Iain' },
      { name: 'Mairi Test' },
    ]);
    expect(await query('select import_id from desk.imported_leads')).toEqual([{ import_id: other.id }]);
    await expect(undoImport(desk.admin, id, false)).rejects.toThrow('or it was undone');
  });

  test('is refused if staff have worked on some of its leads, unless these are to be deleted too', async () => {
    const { id } = await importFile(CRM_EXPORTS.spreadsheet.bytes);
    const [lead] = await query<{ id: string }>(`select id from public.leads where name = 'Iain Test'`);
    await desk.staff.call('note', { lead_id: lead?.id, request_id: crypto.randomUUID(), body: 'Called.' });
    expect(await undoImport(desk.admin, id, false)).toBe(1);
    expect(await query('select from public.leads')).toHaveLength(3);
    expect(await undoImport(desk.admin, id, true)).toBe(0);
    expect(await query('select from public.leads')).toEqual([]);
  });

  test('is refused while staff hold one of its leads, also if these are to be deleted too', async () => {
    const { id } = await importFile(CRM_EXPORTS.spreadsheet.bytes);
    const [lead] = await query<{ id: string }>(`select id from public.leads where name = 'Iain Test'`);
    await desk.staff.write('hold', lead?.id ?? '', { until: '2030-03-04', reason: 'A complaint' });
    await expect(undoImport(desk.admin, id, true)).rejects.toThrow('This is held until 4 March 2030');
    expect(await query('select from public.leads')).toHaveLength(3);
  });
});

test('the rows that were not imported are written where they can be, and removed when all can be imported', async () => {
  expect(await importFile('Name,Phone\nMairi,12\n')).toMatchObject({
    rejectedPath: join(folder, 'leads.not-imported.csv'),
  });
  expect(await readdir(folder)).toContain('leads.not-imported.csv');
  await importFile(SIMPLE);
  expect(await readdir(folder)).not.toContain('leads.not-imported.csv');
  // Nothing can be written below a file.
  const { rejectedPath } = await importFile('Name,Phone\nMairi,13\n', {
    rejectedPath: join(folder, 'leads.csv', 'leads.not-imported.csv'),
  });
  expect(await readFile(rejectedPath, 'utf8')).toContain('Row 2 (Phone): There is no phone number');
  await rm(dirname(rejectedPath), { recursive: true });
});
