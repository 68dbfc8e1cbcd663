import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createExternalDatabase } from '../support/database/external-database.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { CHAT_ANSWERS, CHAT_LEAD, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { rawRequest } from '../support/server/raw-request.ts';
import { spawnServer, type RunningServer } from '../support/server/running-server.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

const SITE = join(import.meta.dirname, '../../dist');
const SMTP_PASSWORD = randomBytes(12).toString('hex');
const DATABASE_PASSWORD = randomBytes(12).toString('hex');

/** Refuses every login with a message that repeats the credentials, as real servers do. */
const mailServer = await startMailServer({
  authOptional: false,
  authMethods: ['PLAIN', 'LOGIN'],
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    done(new Error(`Login ${username} with ${password} failed, <${CHAT_LEAD.name}>`));
  },
});
afterAll(() => mailServer.close());

function readSite(): string {
  return readdirSync(SITE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** Collects responses of every kind: found, not found, refused, failed. */
async function readResponses(server: RunningServer): Promise<string> {
  const { metrics, health } = await server.waitForLog('listening');
  const paths = [
    '/',
    '/glasgow',
    '/healthz',
    '/readyz',
    '/nowhere',
    '/rest/v1/leads',
    '/%ff',
    '/.data/keys.json',
  ];
  const responses = await Promise.all([
    ...paths.flatMap((path) => ['GET', 'POST', 'PUT'].map((method) => rawRequest(server.url, path, method))),
    rawRequest(String(metrics), '/metrics'),
    rawRequest(String(health), '/readyz'),
  ]);
  const refused = await postLead(server.url, { ...CHAT_LEAD, phone: '1' }, crypto.randomUUID());
  const form = await fetch(server.url, {
    method: 'POST',
    body: new URLSearchParams({ source: 'chat_widget', ...CHAT_ANSWERS, phone: '1' }),
  });
  return [
    ...responses.map(({ headers, body }) => headers + body),
    await refused.text(),
    await form.text(),
  ].join('\n');
}

/** Uses a server with all features turned on, then ends it. @returns its responses, its log and the built site */
async function readEverything(
  installation: Installation,
  variables: Record<string, string> = {},
): Promise<string> {
  const server = await installation.start({
    SMTP_URL: mailServer.url.replace('://', `://website:${SMTP_PASSWORD}@`),
    METRICS_PORT: '0',
    LOG_LEVEL: 'debug',
    ...variables,
  });
  for (const lead of [CHAT_LEAD, VALUATION_LEAD]) {
    expect((await postLead(server.url, lead, crypto.randomUUID())).status).toBe(201);
  }
  await waitUntil('the mail server has refused the login', () =>
    Promise.resolve(server.log.some(({ msg }) => msg === 'notification not sent, will be tried again')),
  );
  const responses = await readResponses(server);
  await server.kill('SIGTERM');
  return `${responses}\n${JSON.stringify(server.log)}\n${readSite()}`;
}

function expectNoSecrets(everything: string, secrets: Record<string, string>): void {
  // Shows that the search works, because the publishable key is in every page.
  expect(everything).toContain('sb_publishable_');
  const leaked = Object.entries(secrets).filter(([, secret]) => everything.includes(secret));
  expect(leaked.map(([name]) => name)).toEqual([]);
  expect(everything).not.toMatch(/postgres(ql)?:\/\/|smtps?:\/\/[^\s"]*:[^\s"]*@|sb_secret_\w{8}/);
}

test('no secret of an installation is in a response, a metric, the log or a built file', async () => {
  const installation = await createInstallation();
  try {
    const running = await installation.start();
    const stored = await installation.query('select name, value from private.secrets');
    await running.kill('SIGTERM');
    const everything = await readEverything(installation);
    const { publishableKey, ...keys } = JSON.parse(
      readFileSync(join(installation.dataDir, 'keys.json'), 'utf8'),
    ) as Record<string, string>;
    expect(publishableKey).toMatch(/^sb_publishable_/);
    expectNoSecrets(everything, {
      ...keys,
      ...Object.fromEntries(
        stored.map(({ name, value }) => [`private.secrets ${String(name)}`, String(value)]),
      ),
      'the password in SMTP_URL': SMTP_PASSWORD,
      'the user name and password in SMTP_URL, in base64 as they are sent': Buffer.from(
        `\0website\0${SMTP_PASSWORD}`,
      ).toString('base64'),
    });
  } finally {
    await installation.close();
  }
});

test('the password in DATABASE_URL is in no response, log or file, even if it is wrong', async () => {
  const database = await createExternalDatabase(DATABASE_PASSWORD);
  await database.start();
  const installation = await createInstallation();
  try {
    const everything = await readEverything(installation, { DATABASE_URL: database.url });
    expectNoSecrets(everything, { 'the password in DATABASE_URL': DATABASE_PASSWORD });

    const wrong = DATABASE_PASSWORD.replace(/^./, 'x');
    const refused = spawnServer({
      DATA_DIR: installation.dataDir,
      DATABASE_URL: database.url.replace(DATABASE_PASSWORD, wrong),
    });
    await refused.waitForLog('the database cannot be reached yet');
    await refused.kill('SIGTERM');
    expect(JSON.stringify(refused.log)).not.toContain(wrong);
  } finally {
    await installation.close();
    await database.close();
  }
});
