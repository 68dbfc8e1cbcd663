import { expect, test } from 'vitest';
import { securityHeaders } from '../server/http/response-headers.ts';
import vercel from '../vercel.json' with { type: 'json' };
import { headersFile } from './static-headers.ts';

const SITE_URL = 'https://house-buyer.example';

test('`_headers` has the headers that our own server sends', () => {
  const [everything, hashed] = headersFile(SITE_URL).split('\n\n');
  const expected = Object.entries(securityHeaders(SITE_URL)).map(([name, value]) => `  ${name}: ${value}`);
  expect(everything?.split('\n')).toEqual(['/*', ...expected]);
  expect(hashed).toBe('/_astro/*\n  cache-control: public, max-age=31536000, immutable\n');
});

test('`_headers` stays within the limits of Cloudflare Pages for lines and rules', () => {
  const lines = headersFile(SITE_URL).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2000);
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThan(100);
});

test('vercel.json has the same headers as `_headers` of an https site', () => {
  const rules = vercel.headers.map(({ source, headers }) =>
    [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join('\n'),
  );
  expect(`${rules.join('\n\n')}\n`).toBe(headersFile('https://'));
});
