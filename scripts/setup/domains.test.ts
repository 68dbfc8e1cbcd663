import { afterAll, expect, test } from 'vitest';
import { startDnsServer } from '#support/setup/dns-server.ts';
import { findDomainProblem, openResolver } from './domains.ts';

const dns = await startDnsServer({
  'here.test': ['203.0.113.7'],
  'elsewhere.test': ['203.0.113.8'],
  'both.test': ['203.0.113.7', '203.0.113.8'],
  'empty.test': [],
});
afterAll(dns.close);

const OWN = ['203.0.113.7'];

test.each([
  ['here.test', OWN, undefined],
  // A machine behind a router does not know its public address.
  ['elsewhere.test', [], undefined],
  ['elsewhere.test', OWN, 'elsewhere.test points to 203.0.113.8, but this machine is 203.0.113.7.'],
  ['both.test', OWN, 'both.test points to 203.0.113.8, but this machine is 203.0.113.7.'],
  // A machine that has only an IPv6 address.
  ['here.test', ['2001:db8::7'], 'here.test points to 203.0.113.7, but this machine is 2001:db8::7.'],
  ['empty.test', OWN, 'empty.test has no address yet. It needs the DNS records that you see at the end.'],
  ['unknown.test', OWN, 'unknown.test has no address yet. It needs the DNS records that you see at the end.'],
])('the domain %s, looked up on a machine with the addresses %j: %s', async (domain, own, problem) => {
  expect(await findDomainProblem(domain, openResolver(dns.address), own)).toBe(problem);
});

test('a DNS server that does not answer is named', async () => {
  const closed = await startDnsServer({});
  await closed.close();
  expect(await findDomainProblem('here.test', openResolver(closed.address), OWN)).toMatch(
    /^here\.test could not be looked up \(queryA+ ECONNREFUSED here\.test\)\.$/,
  );
});
