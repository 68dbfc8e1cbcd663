import { describe, expect, test } from 'vitest';
import { TEST_PUSH_SERVICE, VAPID_KEYS } from '#support/desk/test-push-service.ts';
import { createPushService, isPublic, lookUpPublic } from './push-service.ts';

describe('the server sends requests to public hosts only', () => {
  const guarded = createPushService({ keys: VAPID_KEYS, subject: 'mailto:a@firm.example' });

  test.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user:password@push.example.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://8.8.8.8/a',
    'https://localhost/a',
    'https://database/a',
    'file:///etc/passwd',
    'not a url',
  ])('a browser may not name %s', (endpoint) => {
    expect(guarded.isEndpoint(endpoint)).toBe(false);
  });

  test('a browser may name the push service of its maker', () => {
    expect(guarded.isEndpoint('https://web.push.apple.com/QGuQyavXutnMH')).toBe(true);
    expect(TEST_PUSH_SERVICE.isEndpoint('https://127.0.0.1/a')).toBe(false);
  });

  test.each([
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.8.8.8', false],
    ['169.254.169.254', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['17.57.8.1', true],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['2a00:1450:4009::200a', true],
  ])('the address %s is public: %s', (address, expected) => {
    expect(isPublic({ address, family: address.includes(':') ? 6 : 4 })).toBe(expected);
  });

  test.each([true, false])('a name that leads to this machine has no address (all: %s)', async (all) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    lookUpPublic('localhost', { all }, (error, found) => resolve(error?.code ?? found));
    expect(await promise).toBe('ENOTPUBLIC');
  });
});
