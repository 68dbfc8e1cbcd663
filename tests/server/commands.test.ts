import { chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBackups } from '../../server/operations/daily-backups.ts';
import { TABLES } from '../../server/database/tables.ts';
import {
  createInstallation,
  embeddedDatabaseUrl,
  type Installation,
} from '../support/server/installation.ts';
import { CRM_EXPORTS } from '../support/leads/crm-exports.ts';
import { CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { runScript } from '../support/server/run-script.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

let installation: Installation;
/** An installation whose data folder is empty. */
let other: Installation;
let folder: string;
beforeEach(async () => {
  [installation, other] = await Promise.all([createInstallation(), createInstallation({ isFresh: true })]);
  folder = createTemporaryFolder();
});
afterEach(() => Promise.all([installation.close(), other.close()]));

const run = (script: string, args: string[], variables: Record<string, string> = {}) =>
  runScript(script, args, { DATA_DIR: installation.dataDir, ...variables });

const isDatabaseRunning = (dataDir: string) => existsSync(join(dataDir, 'postgres/postmaster.pid'));

/** The rows of every table that a backup has, without the ids of transactions, which are new after a restore. */
async function readRows(of: Installation): Promise<unknown[]> {
  const [row] = await of.query(
    `select json_build_array(${TABLES.map(
      (table) =>
        `(select json_agg(to_jsonb(t) - 'xact' order by (to_jsonb(t) - 'xact')::text) from ${table} t)`,
    ).join(', ')}) as tables`,
  );
  return row?.tables as unknown[];
}

test('a backup of a running server, restored into an empty folder, gives a working server with the same data', async () => {
  const backup = join(folder, 'backup');
  const submissionId = crypto.randomUUID();

  // Confirmations are off, because attempts to send them would change rows between the backup and the comparison.
  const first = await installation.start({ CONFIRM_ENQUIRIES: 'off' });
  await postLead(first.url, VALUATION_LEAD, submissionId);
  await waitUntil(
    'the sent mail is recorded, the confirmation cancelled, and the desk has the lead',
    async () => {
      const [row] = await installation.query(
        `select count(sent_at)::int as sent, count(cancelled_at)::int as cancelled,
         (select count(*)::int from desk.cases) as cases
       from private.notifications`,
      );
      return row?.sent === 1 && row.cancelled === 1 && row.cases === 1;
    },
  );

  expect(await run('backup', [backup])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('public.leads: 1 rows\nprivate.notifications: 2 rows') as string,
  });
  const rows = await readRows(installation);
  await first.kill('SIGTERM');

  expect(await run('restore', [backup], { DATA_DIR: other.dataDir })).toMatchObject({ code: 0, stderr: '' });
  expect(isDatabaseRunning(other.dataDir)).toBe(false);
  const keysOf = async ({ dataDir }: Installation) =>
    JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as Record<string, string>;
  const [before, after] = [await keysOf(installation), await keysOf(other)];
  expect(after.publishableKey).toBe(before.publishableKey);
  expect(after.databasePassword).not.toBe(before.databasePassword);

  const second = await other.start();
  expect(await readRows(other)).toEqual(rows);
  expect((await postLead(second.url, VALUATION_LEAD, submissionId)).status).toBe(409);
  expect((await postLead(second.url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
  await waitUntil('the mail about the new lead is written', async () => (await other.readMails()).length > 0);
});

describe('with a server running', () => {
  test('restore refuses, and the server keeps running', async () => {
    const { url } = await installation.start();
    const backup = join(folder, 'backup');
    await run('backup', [backup]);
    expect(await run('restore', [backup])).toEqual({
      code: 1,
      stdout: '',
      stderr: `A server is running on ${installation.dataDir}: stop it first.\n`,
    });
    expect((await postLead(url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
  });

  test('the backup of the day can be made now', async () => {
    await installation.start();
    const daily = join(folder, 'daily');
    expect(await run('backup', [], { BACKUP_DIR: daily })).toMatchObject({ code: 0, stderr: '' });
    expect(await listBackups(daily, new Date())).toHaveLength(1);
    expect((await run('backup', [], { BACKUP_DIR: '' })).stderr).toMatch(
      /^Usage: npm run backup -- <file>, or/,
    );
  });

  test.each([
    ['the embedded database', () => Promise.resolve({})],
    ['DATABASE_URL', async () => ({ DATABASE_URL: await embeddedDatabaseUrl(installation.dataDir) })],
  ])('a person’s data is exported and erased, with %s', async (_where, variables) => {
    const { url } = await installation.start();
    await postLead(url, VALUATION_LEAD, crypto.randomUUID());
    await postLead(url, CHAT_LEAD, crypto.randomUUID());
    await waitUntil('all mails are written', async () => (await installation.readMails()).length === 3);
    const environment = await variables();

    const exported = await run('person', ['export', 'MAIRI.OHARA@example.com'], environment);
    expect(JSON.parse(exported.stdout)).toMatchObject({
      lookedFor: { email: 'MAIRI.OHARA@example.com' },
      leads: [{ lead: VALUATION_LEAD }],
      // The mail to the firm, and the confirmation to the seller.
      mails: Array.from({ length: 2 }, () => ({
        contents: expect.stringContaining(VALUATION_LEAD.email) as string,
      })),
    });

    const asked = await run('person', ['erase', '0131 496 0123'], environment);
    expect(asked).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(VALUATION_LEAD.name) as string,
      stderr: 'Nothing was erased: there is no terminal to ask on. Add --yes to erase without being asked.\n',
    });
    expect(await installation.query('select from public.leads')).toHaveLength(2);

    const erased = await run('person', ['erase', '0131 496 0123', '--yes'], environment);
    expect(erased).toMatchObject({ code: 0, stderr: '' });
    expect(erased.stdout).toContain('Erased. Leads: 1, mail files: 2.');
    expect(await installation.query('select name from public.leads')).toEqual([{ name: CHAT_LEAD.name }]);
    expect(await readdir(join(installation.dataDir, 'outbox'))).toHaveLength(1);
    expect(await run('person', ['erase', '0131 496 0123', '--yes'], environment)).toMatchObject({
      code: 0,
      stdout: 'There is no data about this person.\n',
    });
  });
});

test('a lead that expired while the clock jumped is kept until an operator confirms its deletion', async () => {
  const first = await installation.start();
  await postLead(first.url, CHAT_LEAD, crypto.randomUUID());
  await waitUntil('the mail is written', async () => (await installation.readMails()).length === 1);
  await installation.query(`update public.leads set created_at = created_at - interval '400 days'`);
  await installation.query(`update private.retention set last_run_at = last_run_at - interval '400 days'`);
  await first.kill('SIGTERM');

  const second = await installation.start();
  await second.waitForLog(/expired data is not deleted/);
  const readiness = async () => (await fetch(`${second.url}/readyz`)).json() as Promise<{ status: string }>;
  expect(await readiness()).toMatchObject({ status: 'warning', checks: { retention: 'held' } });
  expect(await run('delete-expired', [])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Expired now: 1 leads, 0 suspect leads, 0 delivery attempts') as string,
    stderr: 'Nothing was deleted: there is no terminal to ask on. Add --yes to delete without being asked.\n',
  });
  expect(await installation.query('select from public.leads')).toHaveLength(1);
  expect(await run('delete-expired', ['--yes'])).toMatchObject({ code: 0, stderr: '' });
  expect(await installation.query('select from public.leads')).toHaveLength(0);
  await waitUntil('the server is ready', async () => (await readiness()).status === 'ready');
});

describe('an import, with a server running,', () => {
  let served: Installation;
  beforeAll(async () => {
    served = await createInstallation();
    await served.start();
  });
  afterAll(() => served.close());

  const runImport = (...args: string[]) => run('import', args, { DATA_DIR: served.dataDir });

  test('shows what it would do, imports only with --yes, and can be taken back', async () => {
    const path = join(folder, 'hubspot.csv');
    await writeFile(path, CRM_EXPORTS.hubspot.bytes);

    const shown = await runImport(path);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    for (const line of [
      'Read as utf-8, separated by ,, no date whose order matters.',
      '  Lead Status → stage',
      '  Contact owner → note, as it is not known',
      '  Unqualified → closed:not_ours (1)',
      "  Mairi O'Hara | 0131 496 0101 | mairi@example.com | 3 Leith Walk, Edinburgh | EH6 6QQ | 2024-05-03 | new",
      '3 rows: 3 leads (0 not to be contacted), 0 not imported.',
      'Nothing was imported. Add --yes to import without being asked.',
    ]) {
      expect(shown.stdout.split('\n')).toContain(line);
    }
    expect(await served.query('select from public.leads')).toHaveLength(0);

    const imported = await runImport(path, '--yes');
    const id = /as import (\d+)\./.exec(imported.stdout)?.[1] ?? '';
    expect(await served.query('select distinct source from public.leads')).toEqual([{ source: 'import' }]);
    expect(await runImport('--undo', id)).toEqual({
      code: 0,
      stderr: '',
      stdout: `Import ${id} is undone: its leads are deleted.\n`,
    });
    expect(await served.query('select from public.leads')).toHaveLength(0);
  });

  test('prints no control character of its file, and no character that turns its text around', async () => {
    const path = join(folder, 'leads.csv');
    const hostile = '\u001b]0;title\u0007\u001b[2J\u009b31m\b\u202e';
    const row = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',');
    const NAMED = row(`${hostile}Extra`, 'Name', 'Phone', 'Stage');
    await writeFile(path, `${NAMED}\n${row('x', `Mairi${hostile}`, '0131 496 0123', `Hot${hostile}`)}\n`);
    const shown = await runImport(path);
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toContain('\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u0008\\u202eExtra');
    await writeFile(path, row(`Name${hostile}`, 'Other'));
    const refused = await runImport(path);
    expect(refused.stderr).toContain('The columns: Name\\u001b]0;title');
    expect([shown.stdout, shown.stderr, refused.stdout, refused.stderr].join('')).not.toMatch(
      /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u,
    );
  });

  test('says what was not read, what is due, and that the order of dates is assumed', async () => {
    const path = join(folder, 'american.csv');
    const rows = ['Mairi,0131 496 0101,02-Jan,03/05/2024', 'Iain,12,3 Leith Walk,'];
    await writeFile(path, ['Name,Phone,Address,Follow up', ...rows, ''].join('\n'));
    const shown = await runImport(path);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    for (const line of [
      '2 rows: 1 lead (0 not to be contacted), 1 not imported.',
      '1 next step is due by now: it is in the list "Now".',
      '  1: There is no phone number and no e-mail address that can be used. Row 3',
      '  Address: 1',
    ]) {
      expect(shown.stdout.split('\n')).toContain(line);
    }
    expect(shown.stdout).toContain(
      'dates day first. This is ASSUMED: 1 date could also have the month first',
    );
    const said = await runImport(path, '--dates', 'month-first');
    expect(said.stdout).toContain('dates month first, as you say.');
    await writeFile(path, 'Name,Email,Date\nMairi,mairi@example.com,13/05/2024\n');
    const proved = await runImport(path);
    expect(proved.stdout).toContain('dates day first, as 1 date proves.');
    expect(proved.stdout).toContain('No column was recognised as the phone number.');
  });
});

test('the demonstration is refused on a public site; in a trial it can be added and removed', async () => {
  expect(await run('demo', [], { SITE_URL: 'https://house-buyer.scot' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'SITE_URL is public: the demonstration is only for a trial.\n',
  });
  expect(await run('demo', [])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Added 40') as string,
  });
  expect(await run('demo', ['--remove'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Removed 40') as string,
  });
});

describe('without a server', () => {
  test('commands start the database, and stop it afterwards', async () => {
    const server = await installation.start();
    await postLead(server.url, CHAT_LEAD, crypto.randomUUID());
    await server.kill('SIGTERM');
    const exported = await run('person', ['export', CHAT_LEAD.phone]);
    expect(JSON.parse(exported.stdout)).toMatchObject({ leads: [{ lead: CHAT_LEAD }] });
    expect((await run('backup', [join(folder, 'backup')])).code).toBe(0);
    expect(isDatabaseRunning(installation.dataDir)).toBe(false);
    expect((await installation.start()).url).toContain('http');
  });

  test('a command that cannot log in to the database says so, and stops the database', async () => {
    const keysPath = join(installation.dataDir, 'keys.json');
    const keys = JSON.parse(await readFile(keysPath, 'utf8')) as Record<string, string>;
    await writeFile(keysPath, JSON.stringify({ ...keys, databasePassword: 'x'.repeat(32) }));
    const { code, stderr } = await run('person', ['export', CHAT_LEAD.phone]);
    expect(code).toBe(1);
    expect(stderr).toContain('The database cannot be reached');
    expect(isDatabaseRunning(installation.dataDir)).toBe(false);
  });

  test.each([
    ['backup', ['x']],
    ['import', ['x.csv']],
    ['demo', []],
    ['person', ['export', 'mairi@example.com']],
    ['person', ['erase', 'mairi@example.com', '--yes']],
  ])('%s with the arguments %j says that there is no database, and creates none', async (script, args) => {
    expect(await run(script, args, { DATA_DIR: other.dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${other.dataDir} yet.\n`,
    });
    expect(await readdir(other.dataDir)).toEqual([]);
  });

  test('a restore refuses a folder of another user, because that user’s server could not open the files', async () => {
    let dataDir = '/';
    let owner = 0;
    // Only root can change a folder's owner. Another user tests with `/`, which belongs to root.
    if (process.getuid?.() === 0) {
      [dataDir, owner] = [other.dataDir, 12_345];
      await chown(dataDir, owner, owner);
    }
    expect(await run('restore', [join(folder, 'backup')], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${dataDir} belongs to another user: run this as the user of the server (uid ${owner}).\n`,
    });
  });

  test('restoring a file that is not a backup is refused, and creates no database', async () => {
    expect(await run('restore', ['package.json'], { DATA_DIR: other.dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'package.json is not a backup of this product.\n',
    });
    expect(await readdir(other.dataDir)).toEqual([]);
  });
});

test('a build for a static host without the variables that it needs names them, and creates no key file', async () => {
  const variables = { SITE_URL: 'https://house-buyer.example', DATA_DIR: other.dataDir };
  expect(await run('build', ['--static'], variables)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'A build for a static host needs a Supabase project for the forms, and the URL of the site: set PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY (see docs/deploy.md).\n',
  });
  expect(await readdir(other.dataDir)).toEqual([]);
});

test.each<[string, string[]]>([
  ['backup', []],
  ['backup', ['a', 'b']],
  ['restore', []],
  ['demo', ['--all']],
  ['demo', ['all']],
  ['import', []],
  ['import', ['a.csv', 'b.csv']],
  ['import', ['a.csv', '--undo', '1']],
  ['import', ['a.csv', '--stage', 'Warm=hot']],
  ['import', ['a.csv', '--map', 'Phone']],
  ['person', []],
  ['person', ['export']],
  ['person', ['forget', 'mairi@example.com']],
  ['person', ['export', 'mairi@example.com', 'more']],
  ['person', ['export', '%']],
  ['person', ['erase', 'mairi@example.com', '--force']],
])('%s with the arguments %j prints the usage', async (script, args) => {
  const { code, stdout, stderr } = await run(script, args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`Usage: npm run`);
  expect(stderr).not.toMatch(/at .*:\d+:\d+/);
});
