import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createMemoryLog } from '../../tests/support/log.ts';
import { createAddressFinder, networksOf } from './client-address.ts';

/** A request from a peer, with an `X-Forwarded-For` header. */
function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('who sent a request', () => {
  const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

  const createFinder = (trusted: string[]) => createAddressFinder(trusted, createMemoryLog().log);

  type Maybe = string | undefined;
  type Row = [what: string, trusted: string[], peer: string, forwardedFor: Maybe, sender: Maybe];
  test.each<Row>([
    ['nobody is trusted: the peer', [], '203.0.113.9', undefined, '203.0.113.9'],
    ['nobody is trusted: the header is nothing', [], '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['nobody is trusted, not even this machine', [], '127.0.0.1', undefined, '127.0.0.1'],
    ['a proxy on this machine is not named', [], '127.0.0.1', '198.51.100.7', undefined],
    ['the same on an IPv6 socket', [], '::ffff:127.0.0.1', '198.51.100.7', undefined],
    ['a proxy of a private network is not named', ['127.0.0.1'], '192.168.3.4', '198.51.100.7', undefined],
    ['a container’s gateway is not named', ['127.0.0.1'], '172.17.0.1', '198.51.100.7', undefined],
    ['a private IPv6 proxy is not named', PROXIES, 'fd00::1', '198.51.100.7', undefined],
    ['a link-local proxy is not named', PROXIES, 'fe80::1', '198.51.100.7', undefined],
    ['the second proxy is not named', ['127.0.0.1'], '127.0.0.1', '198.51.100.7, 10.0.0.1', undefined],
    ['a visitor in the private network', ['127.0.0.1'], '127.0.0.1', '10.0.0.9', '10.0.0.9'],
    ['either loopback address is both', ['127.0.0.1'], '::1', '198.51.100.7', '198.51.100.7'],
    ['either loopback address is both', ['::1'], '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['the loopback range is both', ['127.0.0.0/8'], '::1', '198.51.100.7', '198.51.100.7'],
    ['another trusted address is neither', ['10.0.0.1'], '::1', '198.51.100.7', undefined],
    ['a stranger’s header is nothing', PROXIES, '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['a stranger claims to come by a proxy', PROXIES, '203.0.113.9', '198.51.100.7, 10.0.0.1', '203.0.113.9'],
    ['a proxy’s header is believed', PROXIES, '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['as an IPv4 proxy on an IPv6 socket', PROXIES, '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['an IPv6 proxy', PROXIES, '2001:db8::1', '198.51.100.7', '198.51.100.7'],
    ['with what the visitor had put before', PROXIES, '127.0.0.1', '1.2.3.4, 198.51.100.7', '198.51.100.7'],
    ['with a proxy’s address put before', PROXIES, '127.0.0.1', '10.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['two proxies', PROXIES, '127.0.0.1', '1.2.3.4, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['a proxy on its own behalf', PROXIES, '127.0.0.1', undefined, '127.0.0.1'],
    ['only proxies', PROXIES, '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['no address in the header', PROXIES, '127.0.0.1', 'unknown', '127.0.0.1'],
    ['rubbish in the header', PROXIES, '127.0.0.1', "'; drop table leads; --", '127.0.0.1'],
    ['an empty header', PROXIES, '127.0.0.1', '', '127.0.0.1'],
    ['only commas', PROXIES, '127.0.0.1', ', ,', '127.0.0.1'],
    ['half an address', PROXIES, '127.0.0.1', '198.51.100', '127.0.0.1'],
    ['an address with a port', PROXIES, '127.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['an IPv6 address with a port', ['127.0.0.1'], '127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['an IPv6 address in brackets', ['127.0.0.1'], '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['a bare IPv6 address', ['127.0.0.1'], '127.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['proxies with ports', PROXIES, '127.0.0.1', '198.51.100.7:1, 10.0.0.1:2', '198.51.100.7'],
    ['half a port', PROXIES, '127.0.0.1', '198.51.100.7:', '127.0.0.1'],
    ['a named range', ['loopback'], '::1', '198.51.100.7', '198.51.100.7'],
  ])('%s', (_what, trusted, peer, forwardedFor, sender) => {
    expect(createFinder(trusted)(requestFrom(peer, forwardedFor))).toBe(sender);
  });

  test('of a connection that is gone is unknown, whatever it claims', () => {
    expect(createFinder(PROXIES)(requestFrom(undefined, '198.51.100.7'))).toBeUndefined();
    expect(createFinder(PROXIES)(undefined)).toBeUndefined();
  });

  test('a proxy that is not named is told once, without an address', () => {
    const { log, lines } = createMemoryLog();
    const find = createAddressFinder([], log);
    find(requestFrom('203.0.113.9', '198.51.100.7'));
    find(requestFrom('127.0.0.1'));
    expect(lines).toEqual([]);
    find(requestFrom('127.0.0.1', '198.51.100.7'));
    find(requestFrom('10.0.0.1', '198.51.100.8'));
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('TRUST_PROXY') as string }]);
    expect(JSON.stringify(lines)).not.toMatch(/127\.0|198\.51/);
  });

  test('other headers are nothing', () => {
    const request = requestFrom('127.0.0.1');
    Object.assign(request.headers, {
      forwarded: 'for=198.51.100.7',
      'x-real-ip': '198.51.100.7',
      'cf-connecting-ip': '198.51.100.7',
    });
    expect(createFinder(PROXIES)(request)).toBe('127.0.0.1');
  });
});

test.each([
  ['198.51.100.7', ['198.51.100.7']],
  ['::ffff:198.51.100.7', ['198.51.100.7']],
  ['::FFFF:c633:6407', ['198.51.100.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8:1:2::', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8::9', ['2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8::/32']],
  ['2001:db8:0:1::9', ['2001:db8:0:1::/64', '2001:db8:0::/48', '2001:db8::/32']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48', '0:0::/32']],
  ['::', ['0:0:0:0::/64', '0:0:0::/48', '0:0::/32']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48', 'fe80:0::/32']],
  ['64:ff9b::198.51.100.7', ['64:ff9b:0:0::/64', '64:ff9b:0::/48', '64:ff9b::/32']],
  ['unknown', ['unknown']],
])('%s counts as %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
