import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAddressFinder, networkOf } from './client-address.ts';

/** A request from a peer, with what it claims in its header. */
function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('who sent a request', () => {
  const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

  test.each<
    [what: string, trusted: string[], peer: string, forwardedFor: string | undefined, sender: string]
  >([
    ['nobody is trusted: the peer', [], '203.0.113.9', undefined, '203.0.113.9'],
    ['nobody is trusted: the header is nothing', [], '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['nobody is trusted, not even this machine', [], '127.0.0.1', '198.51.100.7', '127.0.0.1'],
    ['a stranger’s header is nothing', PROXIES, '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['a stranger claims to come by a proxy', PROXIES, '203.0.113.9', '198.51.100.7, 10.0.0.1', '203.0.113.9'],
    ['a proxy’s header is believed', PROXIES, '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['as an IPv4 proxy on an IPv6 socket', PROXIES, '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['an IPv6 proxy', PROXIES, '2001:db8::1', '198.51.100.7', '198.51.100.7'],
    [
      'a proxy’s header, with what the visitor had put before',
      PROXIES,
      '127.0.0.1',
      '1.2.3.4, 198.51.100.7',
      '198.51.100.7',
    ],
    ['with a proxy’s address put before', PROXIES, '127.0.0.1', '10.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['two proxies', PROXIES, '127.0.0.1', '1.2.3.4, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['a proxy on its own behalf', PROXIES, '127.0.0.1', undefined, '127.0.0.1'],
    ['only proxies', PROXIES, '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['no address in the header', PROXIES, '127.0.0.1', 'unknown', '127.0.0.1'],
    ['rubbish in the header', PROXIES, '127.0.0.1', "'; drop table leads; --", '127.0.0.1'],
    ['an empty header', PROXIES, '127.0.0.1', '', '127.0.0.1'],
    ['only commas', PROXIES, '127.0.0.1', ', ,', '127.0.0.1'],
    ['half an address', PROXIES, '127.0.0.1', '198.51.100', '127.0.0.1'],
    ['an address with a port', PROXIES, '127.0.0.1', '198.51.100.7:1234', '127.0.0.1'],
    ['a named range', ['loopback'], '::1', '198.51.100.7', '198.51.100.7'],
  ])('%s', (_what, trusted, peer, forwardedFor, sender) => {
    expect(createAddressFinder(trusted)(requestFrom(peer, forwardedFor))).toBe(sender);
  });

  test('of a connection that is gone is unknown, whatever it claims', () => {
    expect(createAddressFinder(PROXIES)(requestFrom(undefined, '198.51.100.7'))).toBe('unknown');
    expect(createAddressFinder(PROXIES)(undefined)).toBe('unknown');
  });

  test('other headers are nothing', () => {
    const request = requestFrom('127.0.0.1');
    Object.assign(request.headers, {
      forwarded: 'for=198.51.100.7',
      'x-real-ip': '198.51.100.7',
      'cf-connecting-ip': '198.51.100.7',
    });
    expect(createAddressFinder(PROXIES)(request)).toBe('127.0.0.1');
  });
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
