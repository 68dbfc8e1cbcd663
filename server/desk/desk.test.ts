import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../tests/support/desk/software-authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database/test-database.ts';
import { openTestPublishing } from '../../tests/support/desk/desk-door.ts';
import { createDeskClient, openDeskPools } from '../../tests/support/desk/desk-server.ts';
import { insertLead } from '../../tests/support/leads/insert-test-lead.ts';
import { CHAT_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { closeAtEnd } from '../../tests/support/runner/close-at-end.ts';
import { createTemporaryFolder } from '../../tests/support/runner/temporary-folder.ts';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { parseEnvironment } from '../env.ts';
import { createRefusedSignIns } from '../operations/fault-watch.ts';
import { openRoom } from '../papers/room.ts';
import { vacuumDeletedRows } from '../operations/person.ts';
import { createRemainsRemoval } from '../operations/remains-removal.ts';
import { openDesk, type Desk } from './desk.ts';
import { deskHeaders } from './desk-headers.ts';

const { log, lines } = createMemoryLog();

const HOME_PAGE = `<meta property="og:site_name" content="Gable &amp; Wynd">`;

let database: TestDatabase;
let folder: string;
let pools: ReturnType<typeof openDeskPools>;

beforeEach(async () => {
  database = await createTestDatabase();
  pools = openDeskPools(database);
  folder = createTemporaryFolder();
  await mkdir(join(folder, 'app/assets'), { recursive: true });
  await mkdir(join(folder, 'outbox'));
  await writeFile(join(folder, 'app/index.html'), '<!doctype html><title>Desk</title>');
  await writeFile(join(folder, 'app/assets/index-abc.js'), 'export {};');
});

async function start(
  variables: Record<string, string> = {},
  directory = join(folder, 'app'),
  removeRemains = () => vacuumDeletedRows(database.admin),
) {
  const desk = await openDesk({
    directory,
    env: parseEnvironment(variables),
    port: 0,
    database: pools,
    site: {
      homePage: HOME_PAGE,
      onUse: () => undefined,
    },
    publishing: openTestPublishing(pools.asStaff, pools.asOwner),
    sendMail: () => Promise.resolve(),
    outbox: join(folder, 'outbox'),
    remainsRemoval: createRemainsRemoval(removeRemains),
    readRoom: openRoom({ folders: [], mostBytes: Infinity }),
    newerVersions: { list: () => [] },
    refusedSignIns: createRefusedSignIns(),
    log,
  });
  if (desk) closeAtEnd(() => desk.close());
  return desk;
}

/** Opens the desk's one-time link, as the app does. */
async function follow(desk: Desk | undefined, url = desk?.url) {
  const client = createDeskClient(url ?? '');
  const token = desk?.link?.split('#/link/')[1] ?? '';
  const { status, body } = await client.followLink(token);
  return { client, status, body };
}

test('the first start adds the first owner, whose link opens the desk once', async () => {
  const desk = await start();
  expect(desk?.link).toMatch(/^http:\/\/localhost:\d+\/#\/link\/[\w-]{43}$/);
  const { client, status } = await follow(desk);
  expect(status).toBe(200);
  expect(await client.call('me')).toMatchObject({
    body: { name: 'Owner', role: 'owner', trial: true, email: 'leads@gable-and-wynd.example' },
  });
  expect((await follow(desk)).body).toMatchObject({ hint: 'link_wrong' });
});

test('on a trial (no DESK_URL), a second start gives the same owner a new link and disables the first', async () => {
  const first = await start();
  const second = await start();
  expect((await follow(first, second?.url)).body).toMatchObject({ hint: 'link_wrong' });
  const { client } = await follow(second);
  expect(await client.call('me')).toMatchObject({ body: { name: 'Owner' } });
  const { rows } = await database.admin.query('select from desk.staff');
  expect(rows).toHaveLength(1);
});

test('with DESK_URL, the desk is not a trial, and there is no link once an owner has a passkey', async () => {
  const desk = await start({ DESK_URL: 'http://localhost:4322' });
  expect(desk?.link).toMatch(/^http:\/\/localhost:4322\/#\/link\//);
  const id = (await database.admin.query<{ id: string }>('select id from desk_auth.users')).rows[0]?.id;
  await database.admin.query(
    `insert into desk_auth.passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, '', 0, '{}', 'Passkey')`,
    [id, createAuthenticator().id],
  );
  const later = await start({ DESK_URL: 'http://localhost:4322' });
  expect(later).toMatchObject({ url: 'http://localhost:4322', link: undefined });
  const { rows } = await database.admin.query('select allows_trial from desk.settings');
  expect(rows).toEqual([{ allows_trial: false }]);
});

test("the app's files have the strict Content-Security-Policy, and hashed files are cached as immutable", async () => {
  const desk = await start();
  const url = desk?.url ?? '';
  const page = await fetch(url);
  expect(await page.text()).toContain('<title>Desk</title>');
  expect(Object.fromEntries(page.headers)).toMatchObject({ ...deskHeaders(''), 'cache-control': 'no-cache' });
  const script = await fetch(`${url}/assets/index-abc.js`);
  expect(script.headers.get('cache-control')).toContain('immutable');
  const config = (await (await fetch(`${url}/config.json`)).json()) as unknown;
  expect(config).toMatchObject({
    brand: 'Gable & Wynd',
    calendar: { hours: expect.any(Array) as unknown },
    siteUrl: 'http://localhost:4321',
    trial: true,
  });
  expect((await fetch(`${url}/index.html`)).status).toBe(404);
});

test('if the app has not been built, the desk does not open and the log says what to do', async () => {
  expect(await start({}, join(folder, 'nothing'))).toBeUndefined();
  expect(lines.at(-1)?.msg).toMatch(/not opened.*npm run build/);
});

async function eraseLead(client: Awaited<ReturnType<typeof follow>>['client']) {
  const { rows } = await database.admin.query<{ id: string }>('select id from public.leads');
  return client.call('erase', {
    key: CHAT_LEAD.phone,
    lead_ids: rows.map(({ id }) => id),
    reason: 'person_asked',
    request_id: crypto.randomUUID(),
  });
}

test('erasing a person deletes the .eml files about them, and rewrites the table on disk', async () => {
  const { client } = await follow(await start());
  await insertLead(
    database.admin,
    { ...CHAT_LEAD, message: 'Words that must not stay' },
    crypto.randomUUID(),
  );
  const { rows } = await database.admin.query<{ id: string; file: string }>(
    `select id, pg_relation_filepath('public.leads') as file from public.leads`,
  );
  const [{ id, file }] = rows as [(typeof rows)[0]];
  const mail = join(folder, `outbox/2026-11-22T09-00-00.000Z-lead-${id}.eml`);
  await writeFile(mail, 'A mail about the lead');
  expect(await eraseLead(client)).toMatchObject({ status: 200, body: { leads: 1 } });
  expect(existsSync(mail)).toBe(false);
  const { rows: after } = await database.admin.query<{ file: string }>(
    `select pg_relation_filepath('public.leads') as file`,
  );
  // The rewritten table has a new file (VACUUM FULL).
  expect(after[0]?.file).not.toBe(file);
});

test('a person is also erased while a backup uses the tables; what remains on the disk is removed later', async () => {
  const removeRemains = vi.fn(() => Promise.reject(new Error('The tables are in use.')));
  const { client } = await follow(await start({}, join(folder, 'app'), removeRemains));
  await insertLead(database.admin, CHAT_LEAD);
  expect(await eraseLead(client)).toMatchObject({ status: 200, body: { leads: 1 } });
  expect(removeRemains).toHaveBeenCalledOnce();
  expect(lines.at(-1)?.msg).toMatch(/will be removed within an hour/);
});
