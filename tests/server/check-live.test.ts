import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLive } from '../../scripts/setup/check.ts';
import type { Installation as LaunchInstallation } from '../../scripts/launch-problems.ts';
import { readInstallation } from '../../scripts/launch-blockers.ts';
import { parseEnvironment } from '../../server/env.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import { CLEAN_ENVIRONMENT } from '../support/server/clean-environment.ts';
import { startDnsServer } from '../support/setup/dns-server.ts';
import { createInstallation } from '../support/server/installation.ts';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { makeCertificate, startLiveProxy } from '../support/setup/live-proxy.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { startTimeServer } from '../support/setup/time-server.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const SITE = 'bothy.test';
const DESK = 'desk.bothy.test';
const CERTIFICATE = makeCertificate([SITE, DESK], 90);
const SHORT = makeCertificate([SITE, DESK], 10);
const TRUSTED = getCACertificates('default');
const SPF = 'v=spf1 a:mail.bothy.test ~all';
const REHEARSAL = `select leads.id from public.leads join private.notifications on lead_id = leads.id
  where submission_id = (
    select encode(substr(sha256(convert_to('rehearsal ' || value, 'UTF8')), 1, 16), 'hex')::uuid
    from private.secrets where name = 'submission'
  )`;

const addresses: Record<string, string[]> = {};
const texts: Record<string, string[]> = {};
let timeOffsetMs = 0;
/** What the mail server does when it is given a recipient. A rejection refuses the recipient. */
let onRecipient: () => Promise<void>;

const backups = createTemporaryFolder();
const installation = await createInstallation();
const dns = await startDnsServer(addresses, texts);
const time = await startTimeServer(() => timeOffsetMs);
const mail: MailServer = await startMailServer({
  onRcptTo(_address, _session, done) {
    onRecipient().then(() => done(), done);
  },
});
let sitePort = 0;
const deskPort = await findFreePort();
let portOfDesk = deskPort;
const proxy = await startLiveProxy({
  certificate: CERTIFICATE,
  portOf: (host) => (host === DESK ? portOfDesk : sitePort),
});

const variables = {
  // The site has the examples.
  LAUNCH_REHEARSAL: 'yes',
  DATA_DIR: installation.dataDir,
  BACKUP_DIR: backups,
  SITE_URL: `https://${SITE}:${proxy.port}`,
  DESK_URL: `https://${DESK}:${proxy.port}`,
  DESK_PORT: String(deskPort),
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: mail.url,
  MAIL_TO: `leads@${SITE}`,
  MAIL_FROM: `Bothy <website@${SITE}>`,
  PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY,
};

/** An installation of which launch-check finds nothing. */
const SETTLED: LaunchInstallation = {
  ...readInstallation(new Date()),
  claims: [],
  reviews: {},
  site: {
    ...DEFAULT_DETAILS,
    ...Object.fromEntries(
      Object.keys(DEFAULT_DETAILS).flatMap((name) => (name === 'hours' ? [] : [[name, 'Real']])),
    ),
  },
  environment: { ...variables, SITE_URL: `https://${SITE}`, SMTP_URL: `smtps://mail.${SITE}` },
};

type Options = Partial<Parameters<typeof checkLive>[0]>;

/** Runs the check. @returns its lines, and among them those of things that are not in order */
async function check(changes: Record<string, string> = {}, options: Options = {}) {
  const lines: string[] = [];
  const isInOrder = await checkLive({
    env: parseEnvironment({ ...variables, ...changes }),
    dns: dns.address,
    httpPort: proxy.httpPort,
    timeServer: time,
    pushServices: [{ host: '127.0.0.1', port: Number(new URL(mail.url).port) }],
    ownAddresses: ['198.51.100.7'],
    installation: SETTLED,
    print: (line) => lines.push(line),
    ...options,
  });
  expect(await installation.query(REHEARSAL)).toEqual([]);
  return { isInOrder, lines, wrong: lines.filter((line) => line.startsWith('☒')) };
}

setDefaultCACertificates([...TRUSTED, CERTIFICATE.cert, SHORT.cert]);
let server = await installation.start(variables);
sitePort = Number(new URL(server.url).port);
await waitUntil('there is a backup', async () => (await readdir(backups)).length === 1);
afterAll(async () => {
  setDefaultCACertificates(TRUSTED);
  proxy.close();
  await Promise.all([installation.close(), dns.close(), time.close(), mail.close()]);
});

beforeEach(() => {
  Object.assign(addresses, { [SITE]: ['127.0.0.1'], [DESK]: ['127.0.0.1'] });
  Object.assign(texts, { [SITE]: ['unrelated', SPF], [`_dmarc.${SITE}`]: ['v=DMARC1; p=quarantine'] });
  timeOffsetMs = 0;
  onRecipient = () => Promise.resolve();
  portOfDesk = deskPort;
  proxy.instead.clear();
  proxy.removed.clear();
  proxy.setRedirect(308);
  proxy.use(CERTIFICATE);
});

test('the check of a live site in order has a tick for each thing, and leaves no form behind', async () => {
  const before = mail.mails.length;
  const { isInOrder, lines, wrong } = await check();
  expect(wrong).toEqual([]);
  expect(isInOrder).toBe(true);
  expect(lines.filter((line) => line.startsWith('☑'))).toHaveLength(25);
  const sent = mail.mails.slice(before);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    subject: expect.stringContaining('Website check (nothing to do)') as string,
    to: [{ address: `leads@${SITE}` }],
  });
  expect(await installation.query('select from public.leads')).toEqual([]);
  expect(await installation.query('select from private.delivery_attempts')).toEqual([]);
});

const say = (path: string, status: number, body: string, host = SITE) =>
  proxy.instead.set(host + path, (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
const readyz = (status: string, checks: object, code = 200) =>
  say(
    '/readyz',
    code,
    JSON.stringify({ status, checks: { database: 'ok', sellerMails: 'stuck', ...checks } }),
  );

/** The line and the advice that appear, and how to break what they are about. */
const BROKEN: [line: RegExp, mend: RegExp, break_: () => void][] = [
  [/^☒ desk\.bothy\.test has no address\./, /A record/, () => Reflect.deleteProperty(addresses, DESK)],
  [
    /^☒ desk\.bothy\.test points to 203\.0\.113\.9, but this machine is 198\.51\.100\.7\.$/,
    /record/,
    () => addresses[DESK]?.push('203.0.113.9'),
  ],
  [/bothy\.test is valid until .* \(\d days\)/, /certbot/, () => proxy.use(SHORT)],
  [
    /not valid: no authority that browsers trust/,
    /certbot/,
    () => proxy.use(makeCertificate([SITE, DESK], 90)),
  ],
  [
    /not valid: it is for another name\./,
    /certbot/,
    () => {
      const other = makeCertificate(['other.test'], 90);
      setDefaultCACertificates([...TRUSTED, CERTIFICATE.cert, SHORT.cert, other.cert]);
      proxy.use(other);
    },
  ],
  [/^☒ http:\/\/bothy\.test does not lead/, /deploy\/live/, () => proxy.setRedirect(200)],
  [
    /^☒ http:\/\/bothy\.test leads to https without the query/,
    /deploy\/live/,
    () => proxy.setRedirect(308, { keepsQuery: false }),
  ],
  [
    /^☒ bothy\.test lacks security headers, or has others: x-content-type-options\./,
    /proxy/,
    () => proxy.removed.add('x-content-type-options'),
  ],
  [/^☒ \/healthz answers 502/, /journalctl/, () => say('/healthz', 502, '')],
  [
    /^☒ \/readyz: warning: backups late\.$/,
    /to make a backup/,
    () => readyz('warning', { backups: 'late', retention: 'ok' }),
  ],
  [
    /unavailable: access grant insert/,
    /restart/,
    () => readyz('unavailable', { access: ['grant insert on public.leads to anon'] }, 503),
  ],
  [/desk\.bothy\.test shows pages of the site/, /own port/, () => (portOfDesk = sitePort)],
  [/☒ bothy\.test shows the desk/, /own port/, () => say('/config.json', 200, '{}')],
  [
    /^☒ desk\.bothy\.test lacks .*: content-security-policy\./,
    /proxy/,
    () => proxy.removed.add('content-security-policy'),
  ],
  [/☒ A form was refused \(401\)/, /npm run build/, () => say('/rest/v1/leads', 401, '')],
  [/not in the database of this machine/, /DATABASE_URL/, () => say('/rest/v1/leads', 201, '')],
  [
    /☒ The email about the form was not sent \(/,
    /SMTP_URL/,
    () => (onRecipient = () => Promise.reject(Object.assign(new Error('no'), { responseCode: 550 }))),
  ],
  [/bothy\.test has no SPF record/, /TXT record/, () => (texts[SITE] = ['unrelated'])],
  [/allows everybody/, /~all/, () => (texts[SITE] = ['v=spf1 +all'])],
  [/allows everybody/, /~all/, () => (texts[SITE] = ['v=spf1 mx all'])],
  [/two SPF records/, /Join/, () => (texts[SITE] = [SPF, SPF])],
  [/no DMARC record/, /_dmarc\.bothy\.test/, () => Reflect.deleteProperty(texts, `_dmarc.${SITE}`)],
  [/clock is 60\.\d seconds behind/, /timedatectl/, () => (timeOffsetMs = 60_000)],
];

test.each(BROKEN)('%s has a cross, and the advice %s', async (line, mend, break_) => {
  break_();
  const { isInOrder, lines } = await check();
  expect(isInOrder).toBe(false);
  const shown = lines.find((one) => one.startsWith('☒') && line.test(one.split('\n')[0] ?? ''));
  expect(shown, lines.join('\n')).toBeDefined();
  expect(shown?.split('\n  → ')[1]).toMatch(mend);
});

test('a push service that cannot be reached is named', async () => {
  const { wrong } = await check({}, { pushServices: [{ host: '127.0.0.1', port: 1 }] });
  expect(wrong.join()).toMatch(/^☒ 127\.0\.0\.1 cannot be reached/);
});

test('DMARC may be at a domain above the sender’s', async () => {
  texts[`post.${SITE}`] = [SPF];
  const { wrong } = await check({ MAIL_FROM: `website@post.${SITE}` });
  expect(wrong).toEqual([]);
});

describe('the machine', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a folder that is missing', { BACKUP_DIR: '/nowhere' }, /☒ BACKUP_DIR \(\/nowhere\) cannot be read/],
    ['a full disk', { BACKUP_DIR: '/proc' }, /☒ BACKUP_DIR \(\/proc\) has 0\.0 GB free, 0 %/],
    ['a folder that takes no file', { BACKUP_DIR: '/proc' }, /☒ Nothing can be written to \/proc \(/],
    ['no folder for backups', { BACKUP_DIR: '' }, /☒ No backups are made/],
    ['an empty folder', { BACKUP_DIR: join(installation.dataDir, 'outbox') }, /☒ There is no backup in/],
    [
      'a mailbox that cannot be read',
      { IMAP_URL: 'imap://a:secret@127.0.0.1:1' },
      /☒ The mailbox cannot be read/,
    ],
    ['no mail server', { SMTP_URL: '' }, /☒ The email about the form was written to a folder/],
  ])('%s', async (_what, changes, line) => {
    await mkdir(join(installation.dataDir, 'outbox'), { recursive: true });
    const { isInOrder, wrong } = await check(changes);
    expect(isInOrder).toBe(false);
    expect(wrong.join('\n')).toMatch(line);
  });

  test('a backup that is old, and one that is damaged', async () => {
    const [name = ''] = await readdir(backups);
    const old = 'leads-2026-01-01T000000Z.backup';
    await rename(join(backups, name), join(backups, old));
    expect((await check()).wrong.join('\n')).toMatch(/☒ The latest backup is \d+ hours old\./);
    await rename(join(backups, old), join(backups, `${name}.kept`));
    await writeFile(join(backups, name), 'no backup');
    expect((await check()).wrong.join('\n')).toMatch(/☒ The latest backup cannot be read/);
    await rename(join(backups, `${name}.kept`), join(backups, name));
  });

  test('what launch-check finds', async () => {
    const { wrong } = await check({}, { installation: readInstallation(new Date()) });
    expect(wrong.join('\n')).toMatch(
      /☒ launch-check: \.env, PUBLIC_SITE_BRAND and \d+ more must not be on a public site/,
    );
    expect(wrong.join('\n')).toMatch(/→ npm run launch-check lists them/);
  });
});

describe('the command', () => {
  const command = () =>
    spawn(process.execPath, ['scripts/setup.ts', '--check', '--dns', dns.address], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...CLEAN_ENVIRONMENT,
        ...variables,
        PATH: process.env.PATH,
        SITE_URL: `http://127.0.0.1:${sitePort}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  /** Starts the command, and kills it while the server is sending the mail about its form. */
  async function killInTheMiddle(): Promise<void> {
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    onRecipient = async () => {
      asked.resolve(undefined);
      await answer.promise;
    };
    const child = command();
    child.stdout.resume();
    await asked.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    answer.resolve(undefined);
    await waitUntil(
      'the mail is sent',
      async () => (await installation.query(`${REHEARSAL} and sent_at is not null`)).length === 1,
    );
  }

  test('exits with 1 if something is not in order', async () => {
    const child = command();
    child.stdout.resume();
    await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    expect(await installation.query(REHEARSAL)).toEqual([]);
  });

  test('a form that a killed check has left is deleted by the next check', async () => {
    await killInTheMiddle();
    const { wrong } = await check();
    expect(wrong).toEqual([]);
    expect(await installation.query('select from public.leads')).toEqual([]);
  });

  test('a form that a killed check has left is deleted by the server, after some minutes', async () => {
    await killInTheMiddle();
    await server.kill('SIGTERM');
    server = await installation.start(variables);
    sitePort = Number(new URL(server.url).port);
    expect(await installation.query(REHEARSAL)).toHaveLength(1);
    await installation.query(`update public.leads set created_at = now() - interval '11 minutes'`);
    await server.kill('SIGTERM');
    server = await installation.start(variables);
    sitePort = Number(new URL(server.url).port);
    await waitUntil('the form is deleted', async () => (await installation.query(REHEARSAL)).length === 0);
  });
});
