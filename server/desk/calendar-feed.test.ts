/** The private address of what is due: who may read it, and what it says. */
import { expect, test } from 'vitest';
import { addDays } from '../cases/days.ts';
import { insertLead } from '../../tests/support/leads/insert-test-lead.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { createAuthenticator } from '../../tests/support/desk/software-authenticator.ts';
import { signInNewPerson, startDeskServer, type DeskClient } from '../../tests/support/desk/desk-server.ts';
import { readCalendar } from '../../tests/support/seller/read-calendar.ts';
import { openLimits } from './sign-in/limits.ts';
import { findUser, takeOffStaff } from './staff.ts';

const desk = await startDeskServer({
  limits: { ...openLimits(), codesPerIp: () => Promise.resolve(undefined) },
});
const ann = await signInNewPerson(desk, 'ann@firm.example', createAuthenticator());
const ben = await signInNewPerson(desk, 'ben@firm.example', createAuthenticator());

const anon = await desk.database.connectAs('anon');
let leads = 0;
/** Stores a lead that is called Zebedee O’Neill Xylophone. */
async function addLead(change: string, assignee: string | null = null): Promise<string> {
  leads += 1;
  const row = { ...VALUATION_LEAD, name: 'Zebedee O’Neill xylophone', phone: `0131 496 01${10 + leads}` };
  const submissionId = crypto.randomUUID();
  await insertLead(anon, { ...row, address: `${leads} Quartz Wynd` }, submissionId);
  await ann.client.call('first_screen');
  const { rows } = await desk.database.admin.query<{ lead_id: string }>(
    `update desk.cases set ${change}, assignee = $2
     where lead_id = (select lead_id from private.notifications where submission_id = $1) returning lead_id`,
    [submissionId, assignee],
  );
  return rows[0]?.lead_id ?? '';
}

const newAddress = async (client: DeskClient) => {
  const { body } = await client.call('calendar_feed', { change: 'new' });
  return String(body.path);
};

async function read(path: string) {
  const response = await fetch(`${desk.url}${path}`);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const entriesAt = async (path: string) => readCalendar((await read(path)).text).entries;

test('an address has a key that works until it is replaced, ended, or its owner’s access ends', async () => {
  expect((await ben.client.call('calendar_feed')).body).toEqual({ since: null, path: null });
  const [first, annsOwn] = [await newAddress(ben.client), await newAddress(ann.client)];
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  expect((await ben.client.call('calendar_feed')).body).toMatchObject({ path: null });
  const { status, headers, text } = await read(first);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(readCalendar(text)).toMatchObject({
    ...{ method: 'PUBLISH', name: 'Gable & Wynd: what is due', refresh: 'PT1H' },
  });
  const second = await newAddress(ben.client);
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
  const unknown = await read(`/calendar/${'k'.repeat(43)}.ics`);
  const { text: ended } = await read(first);
  expect([unknown.status, unknown.text]).toEqual([404, ended]);

  await ben.client.call('calendar_feed', { change: 'end' });
  expect((await read(second)).status).toBe(404);
  expect((await ben.client.call('calendar_feed')).body).toMatchObject({ since: null });
  const third = await newAddress(ben.client);
  await takeOffStaff(desk.database.admin, (await findUser(desk.database.admin, 'ben@firm.example')) ?? '');
  expect((await read(third)).status).toBe(404);
  expect((await read(annsOwn)).status).toBe(200);
  await desk.addPerson('Ben', 'ben@firm.example');
  expect((await read(third)).status).toBe(404);

  const { rows } = await desk.database.admin.query<{ staff: string }>(
    'select row_to_json(staff)::text as staff from desk.staff',
  );
  const said = [...desk.lines.map((line) => JSON.stringify(line)), ...rows.map(({ staff }) => staff)].join();
  expect(said).toContain('page not found');
  for (const path of [first, second, third, annsOwn]) expect(said).not.toContain(path.slice(10, 30));
});

test.each([
  '',
  'x.ics',
  'k'.repeat(43),
  `${'k'.repeat(44)}.ics`,
  `${'k'.repeat(42)}%00.ics`,
  '..%2f..%2fconfig.ics',
])('there is nothing at /calendar/%s', async (file) => {
  expect((await read(`/calendar/${file}`)).status).toBe(404);
});

test('an address is read ten times a minute at most', async () => {
  const path = await newAddress(ann.client);
  for (let count = 0; count < 10; count += 1) expect((await read(path)).status).toBe(200);
  const { status, headers } = await read(path);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('it has what is due of one’s own leads and of those that nobody has, with initials and reference only', async () => {
  await desk.addPerson('Cat', 'cat@firm.example');
  const { rows } = await desk.database.admin.query<{ id: string }>(
    `select id from desk_auth.users where email = 'cat@firm.example'`,
  );
  const other = rows[0]?.id ?? '';
  const due = (at: string, action = 'call') =>
    `first_contact_at = now(), stage = 'contacted', next_action = '${action}', next_at = ${at}`;
  const ids = {
    mine: await addLead(due(`'2037-03-28T09:00Z'`), ann.id),
    nobodys: await addLead(due(`'2037-03-29T09:00Z'`, 'visit')),
    overdue: await addLead(due(`now() - interval '3 days'`), ann.id),
    waiting: await addLead(`promised_by = now() + interval '1 hour'`),
    complaint: await addLead(
      `stage = 'closed', close_reason = 'no_reply', complaint_due = '2037-04-01'`,
      ann.id,
    ),
  };
  await addLead(due(`'2037-03-29T09:00Z'`), other);
  await addLead(due(`now() - interval '31 days'`), ann.id);
  await addLead(`stage = 'closed', close_reason = 'no_reply'`, ann.id);
  await addLead(`is_suspect = true`);
  const path = await newAddress(ann.client);
  const { text } = await read(path);
  const entries = readCalendar(text).entries;
  expect(entries.map(({ uid }) => uid).sort()).toEqual(
    Object.entries(ids)
      .map(([what, id]) => `${what === 'complaint' ? what : 'next'}-${id}`)
      .sort(),
  );
  const mine = entries.find(({ uid }) => uid === `next-${ids.mine}`);
  expect(mine?.summary).toMatch(/^Call: Z\. X\. [\dA-F]{4}-[\dA-F]{4}$/);
  expect(mine).toMatchObject({
    ...{ start: '2037-03-28T09:00:00.000Z', end: '2037-03-28T09:30:00.000Z' },
    ...{ description: null, location: null, organizer: null, attendee: null },
  });
  const day = entries.find(({ uid }) => uid.startsWith('complaint'));
  expect(day).toMatchObject({ start: '2037-04-01', end: addDays('2037-04-01', 1) });
  expect(text).not.toMatch(/zebedee|neill|xylophone|quartz|131 ?496|@example/i);
});

test('a time is the same moment for every program, over the change of clocks and where the clock says other times', async () => {
  const lead = await addLead(
    `first_contact_at = now(), stage = 'contacted', next_action = 'visit', next_at = '2037-03-28T10:00 Europe/London'`,
    ann.id,
  );
  const path = await newAddress(ann.client);
  const startOf = async () => (await entriesAt(path)).find(({ uid }) => uid === `next-${lead}`)?.start;
  expect(await startOf()).toBe('2037-03-28T10:00:00.000Z');
  await desk.database.admin.query(
    `update desk.cases set next_at = '2037-03-29T10:00 Europe/London', version = version + 1 where lead_id = $1`,
    [lead],
  );
  expect(await startOf()).toBe('2037-03-29T09:00:00.000Z');
});
