import { afterEach, expect, test, vi } from 'vitest';
import { parseConfig, readConfig } from './config.ts';

const CONFIG = {
  supabaseUrl: 'http://localhost:4322',
  supabaseKey: 'public',
  trial: true,
  brand: 'Gable & Wynd',
  phone: '0131 496 0123',
  siteUrl: 'http://localhost:4321',
};

afterEach(() => {
  vi.unstubAllGlobals();
});

const answer = (body: BodyInit | null, init?: ResponseInit) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
};

test('reads a whole config', async () => {
  answer(JSON.stringify(CONFIG));
  await expect(readConfig()).resolves.toEqual(CONFIG);
});

test('is a trial only where it says so', () => {
  expect(parseConfig({ ...CONFIG, trial: 'yes' }).trial).toBe(false);
  expect(parseConfig({ ...CONFIG, trial: undefined }).trial).toBe(false);
});

test.each([
  [{ ...CONFIG, brand: '', phone: 7 }, 'config.json lacks brand, phone.'],
  [{ ...CONFIG, supabaseUrl: 'localhost' }, /not a web address/],
  [null, /lacks supabaseUrl, supabaseKey/],
  [[], /lacks/],
])('refuses %j', (value, message) => {
  expect(() => parseConfig(value)).toThrow(message);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), true],
  ['a server that is down', () => Promise.resolve(new Response('', { status: 503 })), true],
  ['no such file', () => Promise.resolve(new Response('', { status: 404 })), false],
  ['the page in its place', () => Promise.resolve(new Response('<!doctype html>')), false],
])('says whether waiting helps: %s', async (_, fetch, isTemporary) => {
  vi.stubGlobal('fetch', fetch);
  await expect(readConfig()).rejects.toMatchObject({ name: 'ConfigError', isTemporary });
});
