import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePort, listen } from '../support/server/listen-on-free-port.ts';
import { startImapServer } from '../support/mail/imap-server.ts';
import { startTokenServer } from '../support/mail/token-server.ts';
import { openSetup, type Setup } from '../support/setup/setup-command.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await openSetup();
});
afterEach(() => setup.close());

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
const envFile = () => join(setup.folder, '.env');
const readEnv = () => readFileSync(envFile(), 'utf8');
const commentsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));

test('the answers are in .env, with its comments and for its owner only, and a mail has been sent', async () => {
  expect(await setup.run(setup.answers)).toMatchObject({ code: 0, stderr: '' });
  const { answers } = setup;
  expect(parseEnv(readEnv())).toEqual({
    ...parseEnv(EXAMPLE),
    PORT: answers.port,
    HOST: '127.0.0.1',
    DATA_DIR: answers.dataDir,
    DESK_PORT: answers.deskPort,
    DESK_URL: 'https://desk.bothy.test',
    SMTP_URL: `smtp://bothy:pass%3A%20word%2F1@127.0.0.1:${answers.smtpPort}`,
    MAIL_TO: 'leads@bothy.test',
    MAIL_FROM: 'Bothy & Byre <website@bothy.test>',
    BACKUP_DIR: answers.backupDir,
    TRUST_PROXY: '127.0.0.1',
    CONFIRM_ENQUIRIES: 'on',
    SITE_URL: 'https://bothy.test',
    PUBLIC_SUPABASE_KEY: expect.stringMatching(/^sb_publishable_[0-9a-f]{32}$/) as string,
    PUBLIC_SITE_BRAND: 'Bothy & Byre',
    PUBLIC_SITE_LEGAL_NAME: 'Bothy & Byre Ltd',
    PUBLIC_SITE_PHONE: '0141 496 0456',
    PUBLIC_SITE_MESSAGING_NUMBER: '0141 496 0456',
    PUBLIC_SITE_EMAIL: 'hello@bothy.test',
    PUBLIC_SITE_ADDRESS: '1 High Street, Glasgow G1 1AA',
    PUBLIC_SITE_REGISTRATION: 'Registered in Scotland, company number SC123456',
    PUBLIC_SITE_REGISTERED_OFFICE: '1 High Street, Glasgow G1 1AA',
    PUBLIC_SITE_REDRESS_SCHEME: 'none',
    PUBLIC_SITE_SUPERVISOR: 'none',
    PUBLIC_SITE_ICO_NUMBER: 'none',
    PUBLIC_SITE_COMPLAINT_DAYS: '56',
    PUBLIC_SITE_AGENCY_CREDIT: 'off',
  });
  expect(commentsOf(readEnv())).toEqual(commentsOf(EXAMPLE));
  expect(statSync(envFile()).mode & 0o777).toBe(0o600);
  const [mail] = await setup.mail.waitForMails(1);
  expect(mail).toMatchObject({
    from: { name: 'Bothy & Byre', address: 'website@bothy.test' },
    to: [{ address: 'leads@bothy.test' }],
    subject: 'A test email from the website of Bothy & Byre',
  });
});

test('a second run shows the current answers, changes not a byte, and sends no mail again', async () => {
  await setup.run(setup.answers);
  // An operator's own line and comment.
  writeFileSync(envFile(), `${readEnv()}# For the other program.\nOTHER='a # b'\n`);
  const former = readEnv();
  const { code, stdout } = await setup.run({});
  expect(code).toBe(0);
  expect(stdout).toContain('The name on every page (brand)\n  Bothy & Byre (left as it is)');
  expect(readEnv()).toBe(former);
  expect(setup.mail.mails).toHaveLength(1);

  await setup.run({ brand: 'Croft & Close', smtpPassword: '' });
  // The brand is also the sender's name.
  expect(readEnv()).toBe(former.replace(/^(PUBLIC_SITE_BRAND=|MAIL_FROM=)Bothy & Byre/gm, '$1Croft & Close'));
});

/** For each question, an answer that is refused, and the reason that is given. */
const WRONG: readonly [id: string, wrong: string, problem: string | RegExp][] = [
  ['brand', 'Gable & Wynd', '"Gable & Wynd" is only an example. Give your own.'],
  ['legalName', '', 'This cannot be empty: the site shows it.'],
  ['phone', '12', '"12" cannot be dialled. Write the number with its area code, such as 0131 496 0123.'],
  ['messagingNumber', 'ring me', /"ring me" cannot be dialled/],
  ['email', 'hello@', '"hello@" is not an email address. Write it like hello@firm.scot.'],
  ['address', '1 High Street', /"1 High Street" does not end with a postcode/],
  ['registration', 'Companies House', /"Companies House" has no company number\. Write it like "Registered/],
  ['registeredOffice', 'Glasgow', /"Glasgow" does not end with a postcode/],
  ['redressScheme', '', 'This cannot be empty: the site shows it.'],
  ['supervisor', '', 'This cannot be empty: the site shows it.'],
  ['icoNumber', 'A123', '"A123" is not such a number. Write it like ZA123456; or none.'],
  ['complaintDays', 'soon', '"soon" is not a number of days. Write a whole number from 1 to 56.'],
  ['complaintDays', '57', '"57" is not a number of days. Write a whole number from 1 to 56.'],
  ['hours', 'Always', /"Always" cannot be read: write them like "Mon–Fri 09:00–18:00"/],
  ['closedOn', '24/12/2026', /"24\/12\/2026" cannot be read: write them like "2026-12-24, /],
  ['openOn', '2026-11-29', /2026-11-29 is not a bank holiday in Scotland/],
  ['agencyCredit', '', 'This cannot be empty: the site shows it.'],
  ['domain', 'bothy', '"bothy" is not a domain. Write only its name, such as firm.scot.'],
  ['desk', 'perhaps', '"perhaps" is neither true nor false.'],
  ['deskDomain', 'bothy.test', /bothy\.test is the site's\. The desk needs a name of its own/],
  ['deskDomain', 'www.bothy.test', /www\.bothy\.test is the site's\./],
  ['port', '<taken>', /Another program uses port \d+ of this machine\. Stop it, or choose another port\./],
  ['port', '80', /Port 80 is for root only, and the service is not root/],
  ['deskPort', '<port>', /\d+ is the port of the site\. The desk needs another\./],
  ['proxy', 'apache', '"apache" is none of: caddy, nginx, none.'],
  ['user', 'root', 'The service must not run as root. Name a user of its own.'],
  ['dataDir', 'data', /"data" is not a whole path\. Begin it with \//],
  ['dataDir', '<temporary>', /temporary\/data is emptied when the machine starts/],
  ['dataDir', '/etc', /\/etc has other files in it\. .* such as \/etc\/house-buyer-site\.$/],
  ['backupDir', '/', /\/ has other files in it\. Choose a new or an empty folder/],
  ['backupDir', '<data>', /Backups do not belong into the folder for the enquiries/],
  ['backupDir', '/proc/backups', /Nothing can be written to \/proc \(\w+\)\. Choose another folder/],
  ['smtpHost', 'smtp.invalid', /There is no machine named "smtp\.invalid"/],
  [
    'smtpPort',
    '<closed>',
    /127\.0\.0\.1 takes no connections on port \d+\. Most mail providers use 465 or 587\./,
  ],
  ['smtpPassword', 'wrong', /refuses this user name with this password: 535 Authentication failed\./],
  [
    'mailTo',
    'nobody@bothy.test',
    /does not deliver to nobody@bothy\.test: 550 No such mailbox\. Check the address/,
  ],
  [
    'mailFrom',
    'us@other.test',
    /does not send as .*us@other\.test.*: 550 Sender is not yours\. Use an address that/,
  ],
  ['testMail', 'perhaps', '"perhaps" is neither true nor false.'],
  ['mailArrived', 'again', /If it does not arrive, ask your mail provider/],
  ['confirmEnquiries', 'perhaps', '"perhaps" is neither true nor false.'],
  ['imapHost', 'imap.invalid', /There is no machine named "imap\.invalid"/],
  ['imapSignIn', 'key', '"key" is none of: password, credentials, refresh.'],
  ['imapPassword', 'wrong', /The mailbox cannot be read: .*Authentication failed/],
  ['replyTo', 'answers@', /"answers@" is not an email address/],
  ['replyTokens', 'perhaps', '"perhaps" is neither true nor false.'],
  ['testAnswer', 'perhaps', '"perhaps" is neither true nor false.'],
  ['leadDays', '0', '"0" is not a number of days. Write a whole number from 1 to 36500.'],
  ['suspectDays', 'many', '"many" is not a number of days. Write a whole number from 1 to 36500.'],
  ['deliveryDays', '1.5', '"1.5" is not a number of days. Write a whole number from 1 to 36500.'],
  ['write', 'perhaps', '"perhaps" is neither true nor false.'],
];

/** Right answers to the questions that `setup.answers` leaves out. */
const OTHERS = {
  messagingNumber: '07700 900456',
  registeredOffice: '2 High Street, Glasgow G1 1AA',
  hours: 'Mon–Fri 08:00–17:00',
  closedOn: '2026-12-24',
  openOn: 'none',
  agencyCredit: 'off',
  desk: true,
  deskDomain: 'desk.bothy.test',
  proxy: 'nginx',
  user: 'bothy',
  testMail: true,
  confirmEnquiries: false,
  imapUser: 'answers@bothy.test',
  imapPassword: 'secret',
  replyTo: 'answers@bothy.test',
  replyTokens: true,
  imapSignIn: 'password',
  testAnswer: false,
  leadDays: 200,
  suspectDays: 20,
  deliveryDays: 10,
  write: true,
};

test('each wrong answer is refused at once with what is wrong, and the right one after it is taken', async () => {
  const other = createServer();
  const closed = await findFreePort();
  const taken = await listen(other);
  const mailbox = await startImapServer();
  const imapHost = new URL(mailbox.url).host;
  await mailbox.deliver('Authentication-Results: mx.bothy.test; dmarc=none\r\nSubject: hello\r\n\r\nHello.');
  const right: Record<string, unknown> = { ...setup.answers, ...OTHERS, imapHost };
  const special: Record<string, unknown> = {
    '<taken>': taken,
    '<port>': right.port,
    '<closed>': closed,
    '<temporary>': join(setup.env.TMPDIR, 'data'),
    '<data>': right.dataDir,
  };
  const wrongOf = Map.groupBy(WRONG, ([id]) => id);
  const answers = { ...right };
  for (const [id, rows] of wrongOf) {
    answers[id] = [...rows.map(([, wrong]) => special[wrong] ?? wrong), right[id]];
  }
  const { code, stdout, stderr } = await setup.run(answers);
  other.close();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  for (const [id, rows] of wrongOf) {
    const said = lines.filter((line) => line.startsWith(`${id}: `)).map((line) => line.slice(id.length + 2));
    const problems = rows.map(([, , problem]) =>
      typeof problem === 'string' ? problem : (expect.stringMatching(problem) as string),
    );
    expect(said, id).toEqual(problems);
  }
  // Every question is in the table, except those to which any answer may be right.
  const asked = [...stdout.matchAll(/ \((\w+)\)$/gm)].map(([, id]) => id);
  expect(new Set(asked)).toEqual(new Set([...wrongOf.keys(), 'smtpUser', 'imapUser', 'authservId']));
  expect(parseEnv(readEnv())).toMatchObject({
    PUBLIC_SITE_BRAND: 'Bothy & Byre',
    PUBLIC_SITE_HOURS: 'Mon–Fri 08:00–17:00',
    PUBLIC_SITE_CLOSED_ON: '2026-12-24',
    PUBLIC_SITE_OPEN_ON: '',
    CONFIRM_ENQUIRIES: 'off',
    IMAP_URL: `imap://answers%40bothy.test:secret@${imapHost}/INBOX`,
    IMAP_AUTHSERV_ID: 'mx.bothy.test',
    REPLY_TO: 'answers+@bothy.test',
    RETENTION_LEAD_DAYS: '200',
    RETENTION_SUSPECT_DAYS: '20',
    RETENTION_DELIVERY_DAYS: '10',
  });
  // The test mail was sent twice, because the answer was that the first one had not arrived.
  expect(setup.mail.mails).toHaveLength(2);
});

test('the mailbox is opened with an access token, and the answer to a mail is found in it', async () => {
  const tokens = await startTokenServer();
  const mailbox = await startImapServer(tokens);
  const answers = {
    ...setup.answers,
    imapHost: new URL(mailbox.url).host,
    imapUser: 'leads@firm.example',
    imapSignIn: 'refresh',
    imapTokenUrl: ['https://login.example/TENANT/token', 'http://login.example/token', tokens.url],
    imapClientId: 'client',
    imapClientSecret: 's3cret',
    imapRefreshToken: 'r3fresh',
    replyTo: 'answers@bothy.test',
    replyTokens: true,
    testAnswer: true,
    answered: 'look',
  };
  const running = setup.run(answers);
  const [, mail] = await setup.mail.waitForMails(2);
  expect(mail?.replyTo).toMatchObject([
    { address: expect.stringMatching(/^answers\+.+@bothy\.test$/) as string },
  ]);
  await mailbox.deliver(
    `Authentication-Results: mx.bothy.test; dmarc=pass\r\nIn-Reply-To: ${mail?.messageId}\r\nSubject: Re\r\n\r\nYes.`,
  );
  const before = mailbox.read().map(([, , source]) => source);
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Your answer is in the mailbox.');
  expect(stdout).not.toMatch(/s3cret|r3fresh/);
  expect(mailbox.read().map(([, , source]) => source)).toEqual(before);
  expect(parseEnv(readEnv())).toMatchObject({
    IMAP_URL: mailbox.url.replace(':secret', ''),
    IMAP_OAUTH_TOKEN_URL: tokens.url,
    IMAP_OAUTH_CLIENT_ID: 'client',
    IMAP_OAUTH_CLIENT_SECRET: 's3cret',
    IMAP_OAUTH_REFRESH_TOKEN: 'r3fresh',
    IMAP_AUTHSERV_ID: 'mx.bothy.test',
    REPLY_TO: 'answers+@bothy.test',
  });
});

test('"none" is an answer where it is offered', async () => {
  const answers = {
    closedOn: 'none',
    openOn: 'None',
    proxy: 'none',
    backupDir: 'none',
    smtpHost: 'none yet',
  };
  expect(await setup.run({ ...setup.answers, ...answers })).toMatchObject({ code: 0, stderr: '' });
  const empty = { PUBLIC_SITE_CLOSED_ON: '', PUBLIC_SITE_OPEN_ON: '', BACKUP_DIR: '', SMTP_URL: '' };
  expect(parseEnv(readEnv())).toMatchObject(empty);
});

test.each([['a run'], ['a check', '--check']])(
  'without the right to read .env, %s says who may run it',
  async (_what, ...args) => {
    // Root may read every file, so this is a folder.
    mkdirSync(envFile());
    const { code, stderr } = await setup.run(setup.answers, undefined, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\.env cannot be read\. Run this as root, or as the owner of the file/);
  },
);

test('a domain without an address is reported, and kept only if the operator wants that', async () => {
  const domains = { domain: ['nowhere.test', 'bothy.test'], domainAnyway: [false] };
  const corrected = await setup.run({ ...setup.answers, ...domains });
  expect(corrected.stdout).toContain('domain: nowhere.test has no address yet.');
  expect(parseEnv(readEnv())).toMatchObject({ SITE_URL: 'https://bothy.test' });

  const kept = { domain: 'nowhere.test', domainAnyway: true, deskDomain: 'desk.bothy.test' };
  expect(await setup.run(kept)).toMatchObject({ code: 0 });
  expect(parseEnv(readEnv())).toMatchObject({ SITE_URL: 'https://nowhere.test' });
});

test.each([
  ['a wrong answer', { phone: '12' }, /^phone: "12" cannot be dialled\./],
  [
    'a question without an answer',
    { brand: undefined },
    /^brand: the answers file has no answer, and there is no current answer\./,
  ],
  [
    'an answer of another kind',
    { brand: {} },
    /^The answers file cannot be read: ✖ Invalid input\n {2}→ at brand/,
  ],
])('%s ends the command with its reason, and writes nothing', async (_what, change, message) => {
  const { code, stderr, stdout } = await setup.run({ ...setup.answers, ...change, brnad: 'Bothy' });
  expect(code).toBe(1);
  if (typeof Object.values(change)[0] !== 'object') {
    expect(stdout).toMatch(/^No question has asked for .*\bbrnad so far\. Is a name misspelt\?$/m);
  }
  expect(stderr).toMatch(message);
  expect(existsSync(envFile())).toBe(false);
  // Answers that were kept would come before those of the corrected file.
  expect(existsSync(`${envFile()}.answers`)).toBe(false);
  expect(existsSync(join(setup.folder, 'deploy'))).toBe(false);
});
