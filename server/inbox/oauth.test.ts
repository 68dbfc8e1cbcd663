/** Opens a mailbox of a real IMAP server with an access token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startImapServer } from '../../tests/support/mail/imap-server.ts';
import { startTokenServer } from '../../tests/support/mail/token-server.ts';
import { createTemporaryFolder } from '../../tests/support/runner/temporary-folder.ts';
import { openMailbox } from './imap-mailbox.ts';
import { openTokens, type OAuth } from './oauth.ts';

async function setUp(changes: Partial<OAuth> = {}) {
  const server = await startTokenServer();
  const { url } = await startImapServer(server);
  const oauth: OAuth = {
    tokenUrl: server.url,
    clientId: 'client',
    clientSecret: 's3cret',
    refreshToken: 'r3fresh',
    scope: undefined,
    file: join(createTemporaryFolder(), 'token.json'),
    ...changes,
  };
  const tokens = openTokens(oauth, 500);
  const open = async () => {
    const account = { url: url.replace(':secret', ''), tokens };
    const mailbox = await openMailbox(account, new AbortController().signal);
    const { exists } = await mailbox.look();
    mailbox.close();
    return exists;
  };
  return { server, oauth, open };
}

test.each([
  ['a refresh token', {}, { grant_type: 'refresh_token', refresh_token: 'r3fresh' }],
  [
    'client credentials',
    { refreshToken: undefined, scope: 'https://mail.example/.default' },
    { grant_type: 'client_credentials', scope: 'https://mail.example/.default' },
  ],
])('%s opens the mailbox, and the access token is used until it expires', async (_what, changes, asked) => {
  const { server, open } = await setUp(changes);
  expect([await open(), await open()]).toEqual([0, 0]);
  expect(server.asked).toEqual([{ ...asked, client_id: 'client', client_secret: 's3cret' }]);
  server.add({ expires_in: 60 });
  server.revoke();
  await expect(open()).rejects.toThrow();
  expect([await open(), await open()]).toEqual([0, 0]);
  expect(server.asked).toHaveLength(3);
});

test.each([
  [
    'refuses',
    { status: 400, body: { error: 'invalid_grant', error_description: 'It was revoked.' } },
    /invalid_grant It was revoked\.$/,
  ],
  ['is broken', { status: 502, body: {} }, /status 502$/],
  ['sends no token', { status: 200, body: {} }, /status 200$/],
  ['does not answer', 'silence', /timeout/],
] as const)(
  'a token server that %s is an error without a secret, and the next time it works',
  async (_what, reply, message) => {
    const { server, open } = await setUp();
    server.reply(reply);
    const error = await open().catch(String);
    expect(error).toMatch(message);
    expect(error).not.toMatch(/s3cret|r3fresh/);
    server.reply();
    expect(await open()).toBe(0);
  },
);

test('a refresh token that replaces the given one is kept, until the operator sets another one', async () => {
  const { server, oauth, open } = await setUp();
  server.add({ refresh_token: 'second' });
  await open();
  expect(readFileSync(oauth.file, 'utf8')).not.toContain('r3fresh');
  const { signal } = new AbortController();
  await openTokens(oauth).read(signal);
  await openTokens({ ...oauth, refreshToken: 'other' }).read(signal);
  expect(server.asked.map(({ refresh_token }) => refresh_token)).toEqual(['r3fresh', 'second', 'other']);
});
