import { expect, test, vi } from 'vitest';
import { parseConfig, readConfig } from './config.ts';

const CONFIG = {
  trial: true,
  brand: 'Gable & Wynd',
  siteUrl: 'http://localhost:4321',
};

const stubResponse = (body: BodyInit | null, init?: ResponseInit) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
};

test('reads a complete config.json', async () => {
  stubResponse(JSON.stringify(CONFIG));
  await expect(readConfig()).resolves.toEqual(CONFIG);
});

test('trial is true only if config.json says true', () => {
  expect(parseConfig({ ...CONFIG, trial: 'yes' }).trial).toBe(false);
  expect(parseConfig({ ...CONFIG, trial: undefined }).trial).toBe(false);
});

test.each([
  [{ ...CONFIG, brand: '', siteUrl: 7 }, 'config.json lacks brand, siteUrl.'],
  [null, /lacks brand, siteUrl/],
  [[], /lacks/],
])('refuses the config %j', (value, message) => {
  expect(() => parseConfig(value)).toThrow(message);
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), true],
  ['a server that is down', () => Promise.resolve(new Response('', { status: 503 })), true],
  ['no such file', () => Promise.resolve(new Response('', { status: 404 })), false],
  ['HTML instead of JSON', () => Promise.resolve(new Response('<!doctype html>')), false],
])('an error says whether it is temporary: %s', async (_, fetch, isTemporary) => {
  vi.stubGlobal('fetch', fetch);
  await expect(readConfig()).rejects.toMatchObject({ name: 'ConfigError', isTemporary });
});
