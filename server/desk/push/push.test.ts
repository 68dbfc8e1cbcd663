/** Members of staff are told of leads on their devices: on a real database, with a real push service. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ENQUIRY_KEY_HEADER, newEnquiryKey } from '#lead/enquiry-key.ts';
import { openDeskDatabase, type DeskDatabase } from '#support/desk/desk-database.ts';
import { startTestPushService, TEST_PUSH_SERVICE, type Delivered } from '#support/desk/test-push-service.ts';
import { VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { openSellerRoutes } from '#support/seller/seller-door.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { queueAlert } from '#server/cases/alerts.ts';
import { londonDay } from '#server/cases/days.ts';
import { writeEvent } from '#server/cases/events.ts';
import { FAULTS } from '#server/database/codes.ts';
import { sql } from '#server/database/statement.ts';
import { rehearsalId } from '#server/operations/rehearsal.ts';
import { takeOffStaff } from '#server/desk/staff.ts';
import { startPushSender } from './push-sender.ts';
import { isQuiet, tellOfFaults } from './tell.ts';
import { createUnseenMail } from './unseen-mail.ts';

const DESK_URL = 'https://desk.firm.example';

let desk: DeskDatabase;
let service: Awaited<ReturnType<typeof startTestPushService>>;
const senders: ReturnType<typeof startPushSender>[] = [];

let startMs: number;
beforeEach(async () => {
  startMs = Math.ceil(Date.now() / 60_000) * 60_000;
  [desk, service] = await Promise.all([openDeskDatabase(), startTestPushService()]);
});
afterEach(() => Promise.all(senders.splice(0).map((sender) => sender.stop())));

function startSenders(count = 1): void {
  for (let index = 0; index < count; index += 1) {
    const { log } = createMemoryLog();
    senders.push(
      startPushSender({ pool: desk.pool, service: TEST_PUSH_SERVICE, deskUrl: DESK_URL, log, pollMs: 50 }),
    );
  }
}

type Person = DeskDatabase['staff'];
const addDevice = async (person: Person, name: string) =>
  (await person.call<{ id: string }>('add_device', { ...service.subscribe(name), name })).id;

async function query(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { rows } = await desk.admin.query<Record<string, unknown>>(statement, values);
  return rows;
}

async function outcomes(): Promise<Record<string, unknown>> {
  const rows = await query(
    'select name, outcome from desk.pushes join desk_auth.devices on devices.id = device_id',
  );
  return Object.fromEntries(rows.map(({ name, outcome }) => [String(name), outcome]));
}

/** Waits until every alert is decided, and every message has ended. */
const settle = () =>
  waitUntil('all alerts are told', async () => {
    const [row] = await query(
      `select (select count(*) from public.leads where not exists (select from desk.cases where lead_id = id))
        + (select count(*) from desk.alerts where told_at is null and due_at <= now())
        + (select count(*) from desk.pushes where outcome is null) as open`,
    );
    return Number(row?.open) === 0;
  });

const settlePushes = () =>
  waitUntil('all messages have ended', async () => {
    const open = await query('select from desk.pushes where outcome is null');
    return open.length === 0;
  });

const told = () => service.delivered.map(({ device, notification }) => `${device}: ${notification.title}`);

/** Opens the firm all day, or closes it. */
const setOpen = (isOpen: boolean) =>
  desk.admin.query(
    isOpen
      ? `delete from desk.special_days; delete from desk.opening_hours;
         insert into desk.special_days select current_date + day, true from generate_series(-1, 1) as day;
         insert into desk.opening_hours select day, '00:00', '24:00' from generate_series(1, 7) as day`
      : 'delete from desk.opening_hours',
  );

/** Lets the times of a lead's alerts pass. */
const letPass = (minutes: number) =>
  desk.admin.query(`update desk.alerts set due_at = due_at - make_interval(mins => $1)`, [minutes]);

/** What the seller writes, in the seller's transaction. */
async function sellerWrites(leadId: string) {
  const eventId = await writeEvent(desk.admin, { actor: null, leadId, kind: 'written' });
  await queueAlert(desk.admin, { eventId, kind: 'message', leadId });
}

const inMinutes = (minutes: number) => new Date(startMs + minutes * 60_000).toISOString();

/** The seller asks for a call. */
async function sellerWishes(leadId: string, dueAt: string) {
  const facts = { starts_at: dueAt, ends_at: dueAt };
  const eventId = await writeEvent(desk.admin, { actor: null, leadId, kind: 'call_wished', facts });
  await desk.admin.query(
    `update desk.cases set next_action = 'call', next_at = $2, asked_at = now() where lead_id = $1`,
    [leadId, dueAt],
  );
  await queueAlert(desk.admin, { eventId, kind: 'call', leadId, dueAt });
}

describe('who is told of what', () => {
  test('all are told of a new lead, each device once, however many servers there are; its page is one tap away', async () => {
    await addDevice(desk.owner, 'laptop');
    await addDevice(desk.owner, 'phone');
    await addDevice(desk.staff, 'tablet');
    startSenders(3);
    const leadIds = [await desk.addLead(VALUATION_LEAD), await desk.addLead()];
    await settle();
    expect(told().sort()).toEqual(
      ['laptop', 'phone', 'tablet'].flatMap((name) => Array<string>(2).fill(`${name}: New enquiry`)),
    );
    const [{ headers, text }] = service.delivered.filter(({ text }) => text.includes(leadIds[0] ?? '-')) as [
      Delivered,
    ];
    expect(JSON.parse(text)).toEqual({
      web_push: 8030,
      notification: {
        lang: 'en-GB',
        dir: 'ltr',
        title: 'New enquiry',
        body: 'M. O., Edinburgh',
        navigate: `${DESK_URL}/#/lead/${leadIds[0]}`,
        tag: leadIds[0],
      },
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: leadIds[0]?.replaceAll('-', ''),
    });
    expect(Number(headers.ttl)).toBeGreaterThan(3500);
    expect(String(headers.authorization)).toMatch(/^vapid t=/);
  });

  test('a message and a wished call go to the assignee alone', async () => {
    await addDevice(desk.owner, 'owner');
    await addDevice(desk.staff, 'staff');
    const leadId = await desk.addLead();
    await desk.staff.write('claim', leadId);
    await query('update desk.alerts set told_at = now()');
    await sellerWrites(leadId);
    await sellerWishes(leadId, inMinutes(-1));
    startSenders();
    await settle();
    expect(told().sort()).toEqual(['staff: A call is due', 'staff: A seller has written or answered']);
  });

  async function planAndAsk(leadId: string, next_action: string, minutes: number) {
    await plan(leadId, next_action, inMinutes(minutes));
    await query('update desk.cases set asked_at = now()');
  }
  /** Lets the times of the alerts and of the next steps pass. */
  const letMinutesPass = async (minutes: number) => {
    await letPass(minutes);
    await query(`update desk.cases set next_at = next_at - make_interval(mins => $1)`, [minutes]);
  };
  const plan = (leadId: string, next_action: string, next_at: string) =>
    desk.staff.write('plan', leadId, { next_action, next_at });
  const ring = (leadId: string, next_action = 'write') =>
    desk.staff.write('log_call', leadId, {
      ...{ channel: 'phone', outcome: 'no_answer', body: null, close_reason: null },
      ...{ next_action, next_at: inMinutes(next_action === 'call' ? 30 : 300) },
    });
  test.each<[what: string, change: (leadId: string) => Promise<unknown>, due: number[]]>([
    ['the seller asks for it', () => Promise.resolve(), [30]],
    ['the seller asks for a later one', (id) => sellerWishes(id, inMinutes(50)), [50]],
    ['staff confirm its time', (id) => plan(id, 'call', inMinutes(30)), [30]],
    ['staff plan another time, and the seller asks something', (id) => planAndAsk(id, 'call', 300), []],
    ['staff plan something else, and the seller asks something', (id) => planAndAsk(id, 'write', 300), []],
    ['staff have rung', ring, []],
    ['staff have rung in vain and keep its time', (id) => ring(id, 'call'), [30]],
    [
      'the lead is merged',
      async (id) => desk.staff.write('merge', id, { target_id: await desk.addLead() }),
      [30],
    ],
    [
      'the lead is merged, and staff plan another time there',
      async (id) => {
        const target = await desk.addLead();
        await desk.staff.write('merge', id, { target_id: target });
        await plan(target, 'call', inMinutes(300));
      },
      [],
    ],
  ])('a call is told at the time that counts, when %s', async (_what, change, due) => {
    await addDevice(desk.staff, 'staff');
    const leadId = await desk.addLead();
    await desk.staff.lead(leadId);
    await sellerWishes(leadId, inMinutes(30));
    await change(leadId);
    await query(`update desk.alerts set told_at = now() where kind <> 'call'`);
    startSenders();
    const calls: number[] = [];
    let minutes = 0;
    for (const at of [29, 31, 49, 51]) {
      await letMinutesPass(at - minutes);
      minutes = at;
      await settle();
      calls.push(...Array<number>(told().length).fill(at - 1));
      service.delivered.length = 0;
    }
    expect(calls).toEqual(due);
  });

  test('of a complaint, the assignee is told whichever way it came, and nobody of what they have recorded themselves', async () => {
    await addDevice(desk.owner, 'owner');
    await addDevice(desk.staff, 'staff');
    const { key, hash } = await newEnquiryKey();
    const leadId = await desk.addLead({}, { [ENQUIRY_KEY_HEADER]: hash });
    await desk.staff.write('claim', leadId);
    await query('update desk.alerts set told_at = now()');
    const seller = openSellerRoutes(desk.database.url);
    const given = { key, request_id: randomUUID(), body: 'You are late.' };
    expect(await seller.send('complain', given, {})).toMatchObject({ status: 200 });
    startSenders();
    await settle();
    expect(told()).toEqual(['staff: A seller has written or answered']);
    const complaint = { way: 'phone', received_on: londonDay(0), body: 'You are late.' };
    await desk.staff.write('record_complaint', leadId, complaint);
    await settle();
    expect(told()).toHaveLength(1);
    await desk.owner.write('record_complaint', leadId, complaint);
    await settle();
    expect(told()).toEqual(Array(2).fill('staff: A seller has written or answered'));
  });

  test('nobody is told of a suspect, invented or old lead, of a check’s form, or of what they did not choose', async () => {
    await addDevice(desk.owner, 'owner');
    await addDevice(desk.staff, 'staff');
    await desk.staff.call('choose_alerts', { told_of: ['message'], quiet_from: null, quiet_to: null });
    const [suspect, invented, old] = [await desk.addLead(), await desk.addLead(), await desk.addLead()];
    await query('update private.notifications set submission_id = $2 where lead_id = $1', [
      await desk.addLead(),
      await rehearsalId(desk.admin),
    ]);
    await query(`update public.leads set suspect_reasons = '{flood}' where id = $1`, [suspect]);
    await query('insert into desk.demo_leads (lead_id) values ($1)', [invented]);
    await query(`update public.leads set created_at = now() - interval '61 minutes' where id = $1`, [old]);
    // While the firm is open, its people would be told that nobody has opened the old one.
    await setOpen(false);
    await desk.addLead();
    startSenders();
    await settle();
    expect(told()).toEqual(['owner: New enquiry']);
  });

  test('quiet hours are those of a clock in London, also over midnight and when the clocks change', async () => {
    const cases: [at: string, from: string | null, to: string | null, quiet: boolean][] = [
      ['2026-11-30T23:30:00Z', '22:00', '07:00', true],
      ['2026-11-30T06:59:59Z', '22:00', '07:00', true],
      ['2026-11-30T07:00:00Z', '22:00', '07:00', false],
      ['2026-11-30T12:30:00Z', '12:00', '13:00', true],
      ['2026-11-30T13:00:00Z', '12:00', '13:00', false],
      ['2026-11-30T03:00:00Z', null, null, false],
      // In summer, London is an hour ahead.
      ['2026-07-01T06:00:00Z', '22:00', '07:00', false],
      ['2026-07-01T21:00:00Z', '22:00', '07:00', true],
      // The clocks go forward at 01:00 UTC: 01:00 to 02:00 does not exist.
      ['2026-03-29T00:59:00Z', '00:30', '01:30', true],
      ['2026-03-29T01:00:00Z', '00:30', '01:30', false],
      // The clocks go back at 01:00 UTC: 01:00 to 02:00 happens twice.
      ['2026-10-25T00:10:00Z', '00:30', '01:30', true],
      ['2026-10-25T00:40:00Z', '00:30', '01:30', false],
      ['2026-10-25T01:10:00Z', '00:30', '01:30', true],
    ];
    for (const [at, from, to, quiet] of cases) {
      const { rows } = await desk.pool.query(
        sql`
          select ${isQuiet(sql`${at}::timestamptz`)} as quiet
          from (select ${from}::time as quiet_from, ${to}::time as quiet_to) as staff`,
      );
      expect({ at, rows }).toEqual({ at, rows: [{ quiet }] });
    }
  });

  test('in quiet hours, nothing is told, and nothing later', async () => {
    await addDevice(desk.owner, 'owner');
    const clock = (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' }).format(
        Date.now() + minutes * 60_000,
      );
    await desk.owner.call('choose_alerts', {
      told_of: ['lead'],
      quiet_from: clock(-60),
      quiet_to: clock(60),
    });
    await desk.addLead();
    startSenders();
    await settle();
    await desk.owner.call('choose_alerts', {
      told_of: ['lead'],
      quiet_from: clock(60),
      quiet_to: clock(120),
    });
    await desk.addLead();
    await settle();
    expect(told()).toEqual(['owner: New enquiry']);
  });
});

describe('a lead that nobody has opened', () => {
  const readMail = async (leadId: string) => {
    const [lead] = await query('select * from public.leads where id = $1', [leadId]);
    const compose = createUnseenMail(desk.pool, { to: '', from: 'website@example.com', deskUrl: DESK_URL });
    return (await compose({ lead, madeAt: new Date() } as never))?.message;
  };

  test('is told to all after ten minutes and to the owners after thirty, once, also after a restart; and by mail to an owner without a device', async () => {
    await setOpen(true);
    const other = await desk.addStaff('Oona Owner', 'owner');
    await addDevice(desk.owner, 'owner');
    await addDevice(desk.staff, 'staff');
    startSenders(2);
    const leadId = await desk.addLead(VALUATION_LEAD);
    await settle();
    service.delivered.length = 0;
    await letPass(9);
    await settle();
    expect(told()).toEqual([]);
    await letPass(1);
    await settle();
    expect(told().sort()).toEqual(
      ['owner', 'staff'].map((name) => `${name}: Nobody has opened this enquiry yet`),
    );
    await Promise.all(senders.splice(0).map((sender) => sender.stop()));
    await letPass(20);
    startSenders(2);
    await settle();
    expect(told().slice(2)).toEqual(['owner: Nobody has opened this enquiry for half an hour']);
    expect(await query(`select number from private.notifications where kind = 'unseen'`)).toHaveLength(1);
    const mail = await readMail(leadId);
    expect(mail).toMatchObject({
      to: `${other.id}@firm.example`,
      subject: 'Nobody has opened the enquiry of M. O., Edinburgh',
    });
    for (const secret of [VALUATION_LEAD.phone, VALUATION_LEAD.email, VALUATION_LEAD.address, 'Mairi'])
      expect(JSON.stringify(mail)).not.toContain(secret);
    await desk.staff.lead(leadId);
    expect(await readMail(leadId)).toBeUndefined();
  });

  test.each<[what: string, act: (leadId: string) => Promise<unknown>]>([
    ['opened', (leadId) => desk.staff.lead(leadId)],
    ['taken', (leadId) => desk.staff.write('claim', leadId)],
  ])('is not told of if it was %s', async (_what, act) => {
    await setOpen(true);
    await addDevice(desk.owner, 'owner');
    const leadId = await desk.addLead();
    startSenders();
    await settle();
    await act(leadId);
    await letPass(30);
    await settle();
    expect(told()).toEqual(['owner: New enquiry']);
    expect(await query(`select from private.notifications where kind = 'unseen'`)).toHaveLength(0);
  });

  test('waits while the firm is closed', async () => {
    await setOpen(true);
    await addDevice(desk.owner, 'owner');
    await desk.addLead();
    startSenders();
    await settle();
    await setOpen(false);
    await letPass(30);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told()).toEqual(['owner: New enquiry']);
    await setOpen(true);
    await settle();
    expect(told()).toHaveLength(3);
  });
});

describe('a fault', () => {
  const found = (until = "now() + interval '90 seconds'") =>
    query(
      `insert into desk.faults (kind, until) values ('backup', ${until}), ('sign_ins', ${until})
       on conflict (kind) do update set until = excluded.until`,
    );
  const tell = () => tellOfFaults(desk.pool, ['backup', 'sign_ins']);

  test('is told to the devices of owners who chose it, once a day each kind, with no name, address or number', async () => {
    const second = await desk.addStaff('Oona Owner', 'owner');
    await second.call('choose_alerts', { told_of: ['lead'], quiet_from: null, quiet_to: null });
    await addDevice(desk.owner, 'phone');
    await addDevice(desk.owner, 'laptop');
    await addDevice(second, 'chose otherwise');
    await addDevice(desk.staff, 'no owner');
    await found();
    startSenders(2);
    await Promise.all([tell(), tell(), tell()]);
    await settlePushes();
    const all = ['laptop', 'phone'].flatMap((device) =>
      Array<string>(2).fill(`${device}: Something is out of order`),
    );
    expect(told().sort()).toEqual(all);
    expect(JSON.parse(service.delivered.find(({ text }) => text.includes('backup'))?.text ?? '')).toEqual({
      web_push: 8030,
      notification: {
        lang: 'en-GB',
        dir: 'ltr',
        title: 'Something is out of order',
        body: FAULTS.backup,
        navigate: DESK_URL,
        tag: 'backup',
      },
    });
    for (const words of Object.values(FAULTS)) expect(words).not.toMatch(/@|\d{3}|Ann|Oona/);

    // Nor does a new day alone bring another one.
    await query('update desk.pushes set day = day - 1');
    await tell();
    expect(await query('select from desk.pushes')).toHaveLength(4);
    await query(`update desk.pushes set made_at = made_at - interval '25 hours'`);
    await tell();
    await settlePushes();
    expect(told().sort()).toEqual([...all, ...all].sort());
  });

  test('waits until the quiet hours end, and is not told once it is put right', async () => {
    await addDevice(desk.owner, 'phone');
    const setQuiet = (isQuiet: boolean) =>
      query(
        `update desk.staff set quiet_from = (now() at time zone 'Europe/London' + $1)::time,
           quiet_to = (now() at time zone 'Europe/London' + $2)::time`,
        isQuiet ? ['-1 hour', '1 hour'] : ['1 hour', '2 hours'],
      );
    await found();
    await setQuiet(true);
    await tell();
    expect(await query('select from desk.pushes')).toHaveLength(0);
    await setQuiet(false);
    await tell();
    expect(await query('select from desk.pushes')).toHaveLength(2);
    await found('now()');
    startSenders();
    await settlePushes();
    expect(await query('select distinct outcome from desk.pushes')).toEqual([{ outcome: 'too_old' }]);
    expect(told()).toEqual([]);
  });

  test('and the test of an owner are the same way: one press sends both, and says how they ended', async () => {
    await addDevice(desk.owner, 'phone');
    await addDevice(desk.owner, 'laptop');
    service.answers.set('laptop', (response) => response.writeHead(403).end());
    startSenders();
    await desk.owner.call('send_test');
    await desk.owner.call('send_test');
    await settlePushes();
    expect(told().sort()).toEqual(['laptop: This is a test', 'phone: This is a test']);
    expect(await desk.owner.call('owner_mails', { weekly: null })).toMatchObject({
      test: {
        sent_at: null,
        devices: [
          { name: 'phone', outcome: 'sent' },
          { name: 'laptop', outcome: 'failed' },
        ],
      },
    });
    expect(await query(`select kind from desk.staff_mails`)).toEqual([{ kind: 'test' }]);
  });
});

describe('the push service', () => {
  test.each<[what: string, answer: number[], attempts: number, outcome: string]>([
    ['takes it', [201], 1, 'sent'],
    ['does not know the device any more', [410], 1, 'gone'],
    ['has never known the device', [404], 1, 'gone'],
    ['refuses our key', [403], 1, 'failed'],
    ['redirects', [307], 1, 'failed'],
    ['is broken for a moment', [500, 503, 201], 3, 'sent'],
  ])('%s: %j', async (_what, answer, attempts, outcome) => {
    const device = await addDevice(desk.owner, 'phone');
    await addDevice(desk.staff, 'other');
    service.answers.set('phone', (response) =>
      response.writeHead(answer.shift() ?? 999, { location: 'http://127.0.0.1:1/' }).end('a'.repeat(100_000)),
    );
    startSenders(2);
    await desk.addLead();
    await waitUntil('the message has ended', async () => {
      await query(
        `update desk.pushes set next_attempt_at = now() where next_attempt_at > now() + interval '1 second'`,
      );
      return (await outcomes()).phone === outcome;
    });
    expect(service.delivered.filter(({ device }) => device === 'phone')).toHaveLength(attempts);
    await settle();
    expect((await outcomes()).other).toBe('sent');
    const [row] = await query('select ended_at from desk_auth.devices where id = $1', [device]);
    expect(row?.ended_at !== null).toBe(outcome === 'gone');
  });

  test.each([
    ['120', 'waits as long as it says'],
    ['86400', 'is given up, because it would be too old'],
  ])('refuses for %s s: the message %s', async (seconds) => {
    await addDevice(desk.owner, 'phone');
    service.answers.set('phone', (response) => response.writeHead(429, { 'retry-after': seconds }).end());
    startSenders();
    await desk.addLead();
    await waitUntil('it was refused', async () => {
      const [row] = await query(
        'select extract(epoch from next_attempt_at - now()) as s, outcome from desk.pushes',
      );
      return seconds === '120' ? Number(row?.s) > 110 && Number(row?.s) <= 120 : row?.outcome === 'failed';
    });
    expect(service.delivered).toHaveLength(1);
  });

  test('hangs: the message may have arrived, so it is not sent again, and the others are not held up', async () => {
    await addDevice(desk.owner, 'hangs');
    await addDevice(desk.staff, 'other');
    service.answers.set('hangs', () => undefined);
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    startSenders();
    await desk.addLead();
    await waitUntil(
      'both were sent, and the other one has arrived',
      async () => service.delivered.length === 2 && (await outcomes()).other === 'sent',
    );
    limit.abort();
    await settle();
    expect(await outcomes()).toEqual({ hangs: 'unknown', other: 'sent' });
    expect(told().sort()).toEqual(['hangs: New enquiry', 'other: New enquiry']);
  });

  test('cannot be reached: the message is tried again, and not sent when it is too old', async () => {
    await addDevice(desk.owner, 'phone');
    await query(`update desk_auth.devices set endpoint = 'http://127.0.0.1:1/phone'`);
    startSenders();
    await desk.addLead();
    await waitUntil(
      'it was tried',
      async () =>
        (await query('select from desk.pushes where attempts > 0 and next_attempt_at > now()')).length === 1,
    );
    await query(`update desk.pushes set expires_at = now(), next_attempt_at = now()`);
    await settle();
    expect(await outcomes()).toEqual({ phone: 'too_old' });
  });

  test('a message whose server was killed is not sent again, and counts as failed', async () => {
    await addDevice(desk.owner, 'phone');
    startSenders();
    await desk.addLead();
    await settle();
    await query(`update desk.pushes set ended_at = null, outcome = null`);
    await desk.addLead();
    await waitUntil('the next one is sent', () => Promise.resolve(service.delivered.length > 1));
    expect(service.delivered).toHaveLength(2);
  });
});

describe('a device', () => {
  test.each<[what: string, end: (id: string) => Promise<unknown>]>([
    ['was removed', (id) => desk.staff.call('remove_device', { device_id: id })],
    [
      'has signed out',
      () => query('update desk_auth.sessions set ended_at = now() where user_id = $1', [desk.staff.id]),
    ],
    ['belongs to somebody who has left', () => takeOffStaff(desk.admin, desk.staff.id)],
    [
      'belongs to somebody who may not work at the desk',
      () => query('update desk.staff set active = false where user_id = $1', [desk.staff.id]),
    ],
  ])('that %s is told of nothing, also not of what waits for it', async (_what, end) => {
    const id = await addDevice(desk.staff, 'phone');
    await addDevice(desk.owner, 'owner');
    service.answers.set('phone', (response) => response.writeHead(503, { 'retry-after': '60' }).end());
    startSenders();
    await desk.addLead();
    await waitUntil(
      'it waits',
      async () => (await query('select from desk.pushes where next_attempt_at > now()')).length === 1,
    );
    await end(id);
    await query('update desk.pushes set next_attempt_at = now() where outcome is null');
    await desk.addLead();
    await settle();
    expect(service.delivered.filter(({ device }) => device === 'phone')).toHaveLength(1);
    expect(service.delivered.filter(({ device }) => device === 'owner')).toHaveLength(2);
  });

  test('is one of ten at most, is listed to its person alone, and is tested and removed by them alone', async () => {
    const ids = [];
    for (let index = 0; index < 10; index += 1) ids.push(await addDevice(desk.owner, `phone-${index}`));
    const eleventh = { ...service.subscribe('one-more'), name: 'One more' };
    expect(await desk.owner.attempt('add_device', eleventh)).toMatchObject({
      code: 'PT422',
      hint: 'devices',
    });
    expect(await desk.owner.call('devices')).toMatchObject({ devices: ids.map((id) => ({ id })) });
    expect(await desk.staff.call('devices')).toMatchObject({ devices: [] });
    for (const name of ['remove_device', 'test_device']) {
      expect(await desk.staff.attempt(name, { device_id: ids[0] })).toMatchObject({ hint: 'device_gone' });
    }
    expect(await desk.owner.call('test_device', { device_id: ids[0] })).toEqual({ sent: 'sent' });
    service.answers.set('phone-1', (response) => response.writeHead(410).end());
    expect(await desk.owner.call('test_device', { device_id: ids[1] })).toEqual({ sent: 'gone' });
    expect(told()).toEqual(['phone-0: This is a test', 'phone-1: This is a test']);
    await desk.owner.call('add_device', eleventh);
  });

  test('belongs to whoever has added it last', async () => {
    const shared = { ...service.subscribe('shared'), name: 'Shared' };
    await desk.owner.call('add_device', shared);
    await desk.staff.call('add_device', shared);
    expect(await desk.owner.call('devices')).toMatchObject({ devices: [] });
    expect(await desk.staff.call('devices')).toMatchObject({ devices: [{ name: 'Shared' }] });
  });

  test('keeps its entry with another address, for its own person', async () => {
    const id = await addDevice(desk.owner, 'before');
    const after = { ...service.subscribe('after'), device_id: id };
    expect(await desk.staff.attempt('keep_device', after)).toMatchObject({ hint: 'device_gone' });
    await desk.owner.call('keep_device', after);
    startSenders();
    await desk.addLead();
    await settle();
    expect(told()).toEqual(['after: New enquiry']);
  });
});

describe('what a push service could learn', () => {
  const HOSTILE = {
    ...VALUATION_LEAD,
    name: '07700 900123 ann@example.com 4 Shore Place',
    address: 'EH6 6QQ Ann Smith 0131 496 0456',
    postcode: 'EH6 6QQ',
  };

  test('no message has a name, an address, a number or a postcode', async () => {
    await addDevice(desk.owner, 'phone');
    startSenders();
    await desk.addLead(HOSTILE);
    await settle();
    const [{ text }] = service.delivered as [Delivered];
    expect(text).toContain('"A. P., Edinburgh"');
    const everything = text.replaceAll(/[\da-f-]{36}/g, '');
    for (const secret of ['07700', '0131', 'ann', 'Smith', 'Shore', 'EH6', '@'])
      expect(everything).not.toContain(secret);
  });
});
