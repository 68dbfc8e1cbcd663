import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../integrations/finish-pages/content-security-policy.ts';
import { SITE_FIXTURE } from '../../tests/support/server/test-app.ts';
import { PUBLISHABLE_KEY } from '../../tests/support/server/publishable-key.ts';
import { createSiteCopy } from '../../tests/support/site/site-copy.ts';
import { requireSiteKey } from './site-key.ts';

const DIST = join(import.meta.dirname, '../../dist');

test('pages with the server’s publishable key are accepted', () => {
  expect(() => {
    requireSiteKey(SITE_FIXTURE, PUBLISHABLE_KEY);
  }).not.toThrow();
});

test.each(['sb_publishable_another', `${PUBLISHABLE_KEY}x`, PUBLISHABLE_KEY.slice(0, -1)])(
  'pages whose key is not %s are refused in one sentence that says what to do',
  (key) => {
    expect(() => {
      requireSiteKey(SITE_FIXTURE, key);
    }).toThrow(`write PUBLIC_SUPABASE_KEY=${key} into .env and run "npm run build".`);
  },
);

describe('pages with a CSP that allows requests to', () => {
  test.each([
    ['only this server, so the key is checked', [], true],
    ['another Supabase, so the key is not checked', ['https://project.supabase.co'], false],
  ])('%s', async (_what, connectSources, isRefused) => {
    const directory = await createSiteCopy();
    const path = join(directory, '404.html');
    const policy = contentSecurityPolicy({ scriptHashes: [], styleHashes: [], connectSources });
    writeFileSync(path, `<meta content="${policy}">${readFileSync(path, 'utf8')}`);
    const check = expect(() => {
      requireSiteKey(directory, 'sb_publishable_another');
    });
    if (isRefused) check.toThrow();
    else check.not.toThrow();
  });
});

test('the built site contains this server’s key, and no other', () => {
  expect(() => {
    requireSiteKey(DIST, PUBLISHABLE_KEY);
  }).not.toThrow();
  expect(() => {
    requireSiteKey(DIST, 'sb_publishable_another');
  }).toThrow();
});
