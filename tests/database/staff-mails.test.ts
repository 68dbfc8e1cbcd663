import { createServer } from 'node:tls';
import { beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, type Fault } from '#server/database/codes.ts';
import { listMigrations } from '#server/database/migrate.ts';
import { tellOfFaults } from '#server/desk/push/tell.ts';
import { startStaffMails } from '#server/desk/staff-mails.ts';
import { redeemLink } from '#server/desk/sign-in/links.ts';
import { MENDS } from '#server/faults.ts';
import {
  createLooks,
  createRefusedSignIns,
  startFaultWatch,
  type Looks,
} from '#server/operations/fault-watch.ts';
import { createHealth } from '#server/operations/health.ts';
import { createSmtpMailer } from '#send-email/smtp.ts';
import { openDeskDatabase } from '../support/desk/desk-database.ts';
import { ownerOf } from '../support/desk/desk-door.ts';
import { startTestPushService } from '../support/desk/test-push-service.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { closeAtEnd } from '../support/runner/close-at-end.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { openPool } from '../support/server/app-with-database.ts';
import { listen } from '../support/server/listen-on-free-port.ts';
import { createMemoryLog } from '../support/server/log.ts';
import { makeCertificate } from '../support/setup/live-proxy.ts';

const desk = await openDeskDatabase();
const { admin, owner, staff } = desk;
const second = await desk.addStaff('Olive Owner', 'owner');
const { log } = createMemoryLog();

let mailServer: MailServer;
/** Whether the mail server refuses everything. */
let refuses: boolean;
beforeEach(async () => {
  refuses = false;
  mailServer = await startMailServer({
    onMailFrom: (_address, _session, done) => done(refuses ? new Error('Not today.') : null),
  });
  closeAtEnd(mailServer.close);
  await admin.query('delete from desk.staff_mails; delete from desk.faults');
});

/** Sends the mails as one more server would. */
function startSending() {
  closeAtEnd(
    startStaffMails({
      pool: desk.pool,
      asOwner: ownerOf(desk.database.url),
      sendMail: createSmtpMailer(mailServer.url),
      from: 'website@example.com',
      deskUrl: 'https://desk.firm.example',
      details: { brand: 'Gable & Wynd' },
      log,
    }),
  );
}

/** As the server gives them. */
const DATABASE = {
  db: desk.pool,
  tellDevices: (faults: readonly Fault[]) => tellOfFaults(desk.pool, faults),
};

/** Looks in which nothing is out of order, except as said here. */
const looksWith = (bad: Partial<Looks>): Looks => ({
  ...(Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, () => Promise.resolve(false)])) as Looks),
  ...bad,
});

/** Looks once, as a server does when it starts. */
const lookOnce = (looks: Looks, now = () => new Date()) =>
  startFaultWatch({ looks, log, now, ...DATABASE })();

const recipients = () => mailServer.mails.map(({ to }) => to?.[0]?.address).sort();
const addressOf = ({ id }: { id: string }) => `${id}@firm.example`;
const faultsOf = async ({ call }: typeof owner) =>
  (await call<{ faults: { kind: string }[] }>('changes', { after: null })).faults;
const setMails = (columns: string) => admin.query(`update desk.staff_mails set ${columns}`);

test('of a fault that two servers see, each owner gets one mail a day, and the desk tells owners until it is mended', async () => {
  let isFull = true;
  let looked = 0;
  const disk = () => {
    looked += 1;
    return Promise.resolve(isFull);
  };
  const pushService = await startTestPushService();
  await owner.call('add_device', { ...pushService.subscribe('phone'), name: 'phone' });
  for (let server = 1; server <= 2; server += 1) {
    startSending();
    closeAtEnd(startFaultWatch({ looks: looksWith({ disk }), log, everyMs: 20, ...DATABASE }));
  }
  const lookAgain = (times = 10) => {
    const until = looked + times;
    return waitUntil('both servers have looked again', () => Promise.resolve(looked >= until));
  };
  await mailServer.waitForMails(2);
  await lookAgain();
  expect(recipients()).toEqual([owner, second].map(addressOf).sort());
  expect(mailServer.mails[0]).toMatchObject({ subject: `Gable & Wynd: ${FAULTS.disk}` });
  expect(mailServer.mails[0]?.text).toContain(MENDS.disk);
  expect(await faultsOf(owner)).toMatchObject([{ kind: 'disk', what: FAULTS.disk, mend: MENDS.disk }]);
  expect(await faultsOf(staff)).toEqual([]);

  isFull = false;
  await waitUntil('it is mended', async () => (await faultsOf(owner)).length === 0);
  isFull = true;
  // Nor does a new day alone bring another mail.
  await setMails('day = day - 1');
  await waitUntil('it is back', async () => (await faultsOf(owner)).length === 1);
  await lookAgain();
  expect((await admin.query('select from desk.staff_mails')).rowCount).toBe(2);
  expect((await admin.query(`select from desk.pushes where kind = 'disk'`)).rowCount).toBe(1);

  await setMails(`made_at = made_at - interval '25 hours', day = day - 1`);
  await mailServer.waitForMails(4);
});

test('when mail itself is broken, the desk tells it; the alert comes later, once, and says that it is mended', async () => {
  await desk.addLead();
  await admin.query(`update private.notifications set made_at = now() - interval '16 minutes'`);
  const probe = openPool(desk.database, 'leads_probe', 1);
  const looks = createLooks({
    health: createHealth({ probe, migrations: await listMigrations(), isSending: () => true, log }),
    folders: [createTemporaryFolder()],
    siteUrl: new URL('http://localhost'),
    refusedSignIns: createRefusedSignIns(),
    newerVersions: { list: () => [] },
  });
  refuses = true;
  startSending();
  const stopWatch = startFaultWatch({ looks, log, ...DATABASE });
  await waitUntil('the mails were refused', async () => {
    // While a mail is being sent, its lease lasts 15 minutes.
    const { rowCount } = await admin.query(
      `select from desk.staff_mails where tries > 0 and next_attempt_at < now() + interval '10 minutes'`,
    );
    return rowCount === 2;
  });
  expect(await faultsOf(owner)).toMatchObject([{ kind: 'mail' }]);
  await stopWatch();
  await admin.query('update private.notifications set sent_at = now(); update desk.faults set until = now()');
  refuses = false;
  await setMails('next_attempt_at = now()');
  await mailServer.waitForMails(2);
  expect(mailServer.mails[0]?.text).toContain('It has been put right since');
});

describe('looks', () => {
  const measure = (given: Partial<Parameters<typeof createLooks>[0]>) =>
    createLooks({
      health: { readiness: () => Promise.reject(new Error('not asked')) },
      folders: [],
      siteUrl: new URL('http://localhost'),
      refusedSignIns: createRefusedSignIns(),
      newerVersions: { list: () => [] },
      ...given,
    });

  test('find a disk without room', async () => {
    expect(await measure({ folders: [createTemporaryFolder(), '/proc'] }).disk()).toBe(true);
    expect(await measure({ folders: [createTemporaryFolder()] }).disk()).toBe(false);
  });

  test('find a certificate that no browser accepts, and nothing where none can be read', async () => {
    const server = createServer(makeCertificate(['localhost'], 90));
    const port = await listen(server);
    expect(await measure({ siteUrl: new URL(`https://localhost:${port}`) }).certificate()).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    const unreachable = measure({ siteUrl: new URL(`https://localhost:${port}`) });
    await expect(unreachable.certificate()).rejects.toThrow('ECONNREFUSED');
    expect(await measure({}).certificate()).toBe(false);
  });

  test('find ten refused sign-ins within an hour', async () => {
    let clock = 0;
    const refusedSignIns = createRefusedSignIns(() => clock);
    const { sign_ins: look } = measure({ refusedSignIns });
    for (let count = 0; count < 9; count += 1) refusedSignIns.note();
    expect(await look()).toBe(false);
    clock = 3_600_000;
    refusedSignIns.note();
    expect(await look()).toBe(false);
    for (let count = 0; count < 9; count += 1) refusedSignIns.note();
    expect(await look()).toBe(true);
    clock *= 2;
    expect(await look()).toBe(false);
  });

  test('find a newer version with a security fix', async () => {
    const release = { version: '9.0.0', day: '2099-01-01', isSecurityFix: false, notes: '' };
    const look = (isSecurityFix: boolean) =>
      measure({ newerVersions: { list: () => [release, { ...release, isSecurityFix }] } }).security_fix();
    expect([await look(false), await look(true)]).toEqual([false, true]);
  });

  test.each<[fault: Fault, checks: object, isFound: boolean | undefined]>([
    ['backup', { backups: 'failed' }, true],
    ['backup', { backups: 'late' }, true],
    ['backup', { backups: 'ok' }, false],
    ['backup', {}, false],
    ['mail', { notifications: 'stuck' }, true],
    ['mail', { notifications: 'unknown' }, undefined],
    ['inbox', { mailbox: 'unread' }, true],
    ['inbox', {}, false],
    ['clock', { clock: 'wrong', retention: 'ok' }, true],
    ['clock', { clock: 'ok', retention: 'held' }, true],
    ['clock', { clock: 'ok', retention: 'ok' }, false],
    ['clock', { clock: 'unknown', retention: 'unknown' }, undefined],
  ])('find the fault %s as /readyz does: %j', async (fault, checks, isFound) => {
    const readiness = () => Promise.resolve({ status: 'warning', checks } as never);
    expect(await measure({ health: { readiness } })[fault]()).toBe(isFound);
  });

  test('that cannot tell leave a fault as it was', async () => {
    let isFull: boolean | undefined = true;
    let looked = 0;
    const disk = () => {
      looked += 1;
      return isFull === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(isFull);
    };
    closeAtEnd(startFaultWatch({ looks: looksWith({ disk }), log, everyMs: 20, ...DATABASE }));
    await waitUntil('it is found', async () => (await faultsOf(owner)).length === 1);
    isFull = undefined;
    const until = looked + 3;
    await waitUntil('it has looked again', () => Promise.resolve(looked >= until));
    expect(await faultsOf(owner)).toHaveLength(1);
  });
});

test('the test alert is sent, once a minute at most, and the desk says when', async () => {
  startSending();
  type Sent = { test: { sent_at: string | null } | null };
  expect((await owner.call<Sent>('owner_mails', { weekly: null })).test).toBeNull();
  for (let press = 1; press <= 3; press += 1) await owner.call('send_test');
  await waitUntil('it is sent', async () => {
    const { test } = await owner.call<Sent>('owner_mails', { weekly: null });
    return test?.sent_at !== null;
  });
  expect(recipients()).toEqual([addressOf(owner)]);
});

describe('the weekly mail', () => {
  test.each([
    ['on a Monday at eight, in winter', '2026-11-30T08:00:00Z', 1],
    ['on a Monday before eight', '2026-11-30T07:59:00Z', 0],
    ['on a Monday at eight, in summer', '2026-07-06T07:00:00Z', 1],
    ['on a Tuesday', '2026-12-01T08:00:00Z', 0],
  ])('%s is queued for owners who wish it, once for several servers', async (_when, time, count) => {
    expect(await owner.call('owner_mails', { weekly: true })).toMatchObject({ weekly: true });
    const look = () => lookOnce(looksWith({}), () => new Date(time));
    await Promise.all([look(), look(), look()]);
    const { rows } = await admin.query('select user_id, kind from desk.staff_mails');
    expect(rows).toEqual(Array(count).fill({ user_id: owner.id, kind: 'weekly' }));
    expect(await owner.call('owner_mails', { weekly: false })).toMatchObject({ weekly: false });
    await look();
    expect((await admin.query('select from desk.staff_mails')).rowCount).toBe(count);
  });

  test('has the figures of the week before', async () => {
    await admin.query(`update desk.cases set is_suspect = true`);
    const AT = {
      in_time: [`'2025-07-02T10:00Z'`, `'2025-07-02T11:00Z'`],
      late: [`'2025-07-02T10:00Z'`, `'2025-07-03T11:00Z'`],
      waiting: [`'2025-07-06T10:00Z'`, 'null'],
      before: [`'2025-06-29T10:00Z'`, 'null'],
    };
    for (const [received, contacted] of Object.values(AT)) {
      const id = await desk.addLead();
      await owner.lead(id);
      await admin.query(
        `update desk.cases set received_at = ${received}, promised_by = ${received}::timestamptz + interval '1 day',
           first_contact_at = ${contacted} where lead_id = $1`,
        [id],
      );
    }
    await admin.query(
      `insert into desk.events (kind, at) values ('mail_returned', '2025-07-04T10:00Z'), ('mail_returned', '2025-07-07T10:00Z')`,
    );
    await admin.query(
      `insert into desk.staff_mails (user_id, kind, day) values ($1, 'weekly', '2025-07-07')`,
      [owner.id],
    );
    startSending();
    const [mail] = await mailServer.waitForMails(1);
    expect(mail?.subject).toBe('The week at Gable & Wynd: 30 June to 6 July');
    expect(mail?.text?.split('\n\n').slice(1, 5)).toEqual([
      'New enquiries: 3',
      'Answered in time: 1',
      'Answered late, or still waiting after the promised time: 2',
      'Emails to sellers that came back: 1',
    ]);
  });
});

test('an invitation has a link that opens the desk once; none goes to who was ended meanwhile', async () => {
  type Listed = { people: { id: string; email: string }[] };
  const invite = async (email: string) => {
    const { people } = await owner.call<Listed>('invite', { name: 'Gil', email, role: 'staff' });
    return people.find((person) => person.email === email)?.id ?? '';
  };
  const [gil, hal] = [await invite('gil@firm.example'), await invite('hal@firm.example')];
  await owner.call('end_person', { user_id: hal });
  startSending();
  const [mail] = await mailServer.waitForMails(1);
  const [, token = ''] = /https:\/\/desk\.firm\.example\/#\/link\/([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`<a href="https://desk.firm.example/#/link/${token}">`);
  expect(await redeemLink(admin, token)).toBe(gil);
  expect(await redeemLink(admin, token)).toBeUndefined();
  await waitUntil('the other is cancelled', async () => {
    const { rowCount } = await admin.query('select from desk.staff_mails where cancelled_at is not null');
    return rowCount === 1;
  });
  expect(recipients()).toEqual(['gil@firm.example']);
});
