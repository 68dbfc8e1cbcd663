import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/**
 * Finds out who sent a request. Whoever sends one can write anything into `X-Forwarded-For`: it is read
 * only as far as it was written by the proxies that the operator has named.
 *
 * @param trustedProxies addresses and ranges; with none of them, only the connection itself counts
 * @returns the address, or `unknown` for a connection that is gone
 */
export function createAddressFinder(trustedProxies: readonly string[]) {
  const isTrusted = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false;
  return function findAddress(request: IncomingMessage | undefined): string {
    const peer = request?.socket.remoteAddress;
    if (!request || !peer) return 'unknown';
    const address = proxyAddr(request, isTrusted);
    return isIP(address) === 0 ? peer : address;
  };
}

/**
 * What counts as one sender: an IPv4 address, or the /64 network of an IPv6 one, which is what a household
 * is given and can change its address within at will.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return bare;
  // The canonical form: lower case, no leading zeros, the longest run of zeros as "::".
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical);
  if (mapped) {
    return mapped
      .slice(1)
      .map((group) => parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const [head = '', tail = ''] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
