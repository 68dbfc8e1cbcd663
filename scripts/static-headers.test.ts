import { expect, test } from 'vitest';
import { securityHeaders } from '../server/response-headers.ts';
import vercel from '../vercel.json' with { type: 'json' };
import { headersFile, vercelHeaders } from './static-headers.ts';

const SITE_URL = 'https://house-buyer.example';

test('a static host sends what our server sends', () => {
  const [everything, hashed] = headersFile(SITE_URL).split('\n\n');
  const expected = Object.entries(securityHeaders(SITE_URL)).map(([name, value]) => `  ${name}: ${value}`);
  expect(everything?.split('\n')).toEqual(['/*', ...expected]);
  expect(hashed).toBe('/_astro/*\n  cache-control: public, max-age=31536000, immutable\n');
});

test('no line is longer, and no rule more, than Cloudflare Pages takes', () => {
  const lines = headersFile(SITE_URL).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2000);
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThan(100);
});

test('vercel.json says the same', () => {
  expect(vercel.headers).toEqual(vercelHeaders());
});
