import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { createClientIpFinder, ipRangesOf } from './client-ip.ts';

function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the client’s IP address of a request', () => {
  const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];

  const createFinder = (trusted: string[]) => createClientIpFinder(trusted, createMemoryLog().log);

  const [LOCAL, VISITOR, STRANGER] = ['127.0.0.1', '198.51.100.7', '203.0.113.9'];

  type Maybe = string | undefined;
  type Row = [what: string, trusted: string[], peer: string, forwardedFor: Maybe, sender: Maybe];
  test.each<Row>([
    ['no trusted proxies: the peer', [], STRANGER, undefined, STRANGER],
    ['no trusted proxies, but a header: the peer', [], STRANGER, VISITOR, STRANGER],
    ['no trusted proxies, and a peer on this machine: the peer', [], LOCAL, undefined, LOCAL],
    ['an unlisted proxy on this machine: unknown', [], LOCAL, VISITOR, undefined],
    ['an unlisted proxy on an IPv6 socket: unknown', [], '::ffff:127.0.0.1', VISITOR, undefined],
    ['an unlisted private proxy: unknown', [LOCAL], '192.168.3.4', VISITOR, undefined],
    ['an unlisted gateway of a container: unknown', [LOCAL], '172.17.0.1', VISITOR, undefined],
    ['an unlisted private IPv6 proxy: unknown', PROXIES, 'fd00::1', VISITOR, undefined],
    ['an unlisted link-local proxy: unknown', PROXIES, 'fe80::1', VISITOR, undefined],
    ['an unlisted second proxy: unknown', [LOCAL], LOCAL, '198.51.100.7, 10.0.0.1', undefined],
    ['a visitor in a trusted proxy’s network: the visitor', [LOCAL], LOCAL, '10.0.0.9', '10.0.0.9'],
    ['a list with 127.0.0.1 also trusts ::1', [LOCAL], '::1', VISITOR, VISITOR],
    ['a list with ::1 also trusts 127.0.0.1', ['::1'], LOCAL, VISITOR, VISITOR],
    ['a list with 127.0.0.0/8 also trusts ::1', ['127.0.0.0/8'], '::1', VISITOR, VISITOR],
    ['a list with 10.0.0.1 trusts no loopback: unknown', ['10.0.0.1'], '::1', VISITOR, undefined],
    ['an untrusted peer: the peer', PROXIES, STRANGER, VISITOR, STRANGER],
    ['an untrusted peer that names a proxy: the peer', PROXIES, STRANGER, '198.51.100.7, 10.0.0.1', STRANGER],
    ['a trusted proxy: its entry', PROXIES, LOCAL, VISITOR, VISITOR],
    ['a trusted proxy on an IPv6 socket: its entry', PROXIES, '::ffff:127.0.0.1', VISITOR, VISITOR],
    ['a trusted IPv6 proxy: its entry', PROXIES, '2001:db8::1', VISITOR, VISITOR],
    ['a proxy after the visitor’s own entry: its entry', PROXIES, LOCAL, '1.2.3.4, 198.51.100.7', VISITOR],
    ['a proxy after a forged proxy: its entry', PROXIES, LOCAL, '10.0.0.1, 198.51.100.7', VISITOR],
    [
      'two trusted proxies: the first one’s entry',
      PROXIES,
      LOCAL,
      '1.2.3.4, 198.51.100.7, 10.0.0.1',
      VISITOR,
    ],
    ['a trusted proxy without the header: the proxy', PROXIES, LOCAL, undefined, LOCAL],
    ['only trusted proxies: the farthest', PROXIES, LOCAL, '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['no IP address in the header: the peer', PROXIES, LOCAL, 'unknown', LOCAL],
    ['rubbish in the header: the peer', PROXIES, LOCAL, "'; drop table leads; --", LOCAL],
    ['an empty header: the peer', PROXIES, LOCAL, '', LOCAL],
    ['only commas: the peer', PROXIES, LOCAL, ', ,', LOCAL],
    ['half an IP address: the peer', PROXIES, LOCAL, '198.51.100', LOCAL],
    ['an IP address with a port: without the port', PROXIES, LOCAL, '203.0.113.9:51234', STRANGER],
    ['an IPv6 address with a port: without the port', [LOCAL], LOCAL, '[2001:db8::1]:443', '2001:db8::1'],
    ['an IPv6 address in brackets: without them', [LOCAL], LOCAL, '[2001:db8::1]', '2001:db8::1'],
    ['a bare IPv6 address: unchanged', [LOCAL], LOCAL, '2001:db8::1', '2001:db8::1'],
    [
      'proxies with ports: the visitor, without the port',
      PROXIES,
      LOCAL,
      '198.51.100.7:1, 10.0.0.1:2',
      VISITOR,
    ],
    ['half a port: the peer', PROXIES, LOCAL, '198.51.100.7:', LOCAL],
    ['the named range “loopback” trusts ::1', ['loopback'], '::1', VISITOR, VISITOR],
  ])('%s', (_what, trusted, peer, forwardedFor, sender) => {
    expect(createFinder(trusted)(requestFrom(peer, forwardedFor))).toBe(sender);
  });

  test('the client of a closed connection is unknown, whatever its header says', () => {
    expect(createFinder(PROXIES)(requestFrom(undefined, '198.51.100.7'))).toBeUndefined();
    expect(createFinder(PROXIES)(undefined)).toBeUndefined();
  });

  test('an unlisted proxy is logged once, without its IP address', () => {
    const { log, lines } = createMemoryLog();
    const find = createClientIpFinder([], log);
    find(requestFrom('203.0.113.9', '198.51.100.7'));
    find(requestFrom('127.0.0.1'));
    expect(lines).toEqual([]);
    find(requestFrom('127.0.0.1', '198.51.100.7'));
    find(requestFrom('10.0.0.1', '198.51.100.8'));
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('TRUST_PROXY') as string }]);
    expect(JSON.stringify(lines)).not.toMatch(/127\.0|198\.51/);
  });

  test('other forwarding headers are ignored', () => {
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
])('rate limits count %s for the ranges %j', (ip, ranges) => {
  expect(ipRangesOf(ip)).toEqual(ranges);
});
