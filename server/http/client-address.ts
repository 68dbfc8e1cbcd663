import type { IncomingMessage, Server } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';

const THIS_MACHINE = ['127.0.0.1', '::1'];

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

function compileTrust(proxies: readonly string[]): (address: string) => boolean {
  const isNamed = proxyAddr.compile([...proxies]);
  // A proxy that connects to `localhost` may come from either address.
  const all = THIS_MACHINE.some((address) => isNamed(address, 0)) ? [...proxies, ...THIS_MACHINE] : proxies;
  const isTrusted = proxyAddr.compile([...all]);
  return (address) => isTrusted(address, 0);
}

/** Some proxies add the client's port: `203.0.113.9:51234`, `[2001:db8::1]:443`. */
function withoutPort(forwarded: string): string {
  return forwarded.trim().replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, '$1$2');
}

/**
 * Finds a request's client address. A client can write anything into `X-Forwarded-For`, so only the entries that the
 * operator's trusted proxies have added are read.
 *
 * @param trustedProxies addresses and ranges; if there are none, the connection's own address counts
 * @param log gets one warning when a proxy is missing from `trustedProxies`
 * @returns the address; undefined if it is unknown, because the connection is gone or because the peer is a private
 *   proxy that the operator has not named: all its visitors would count as one
 */
export function createAddressFinder(trustedProxies: readonly string[], log: Pick<Logger, 'warn'>) {
  const isTrusted = compileTrust(trustedProxies);
  let hasWarned = false;

  function warnOnce(): void {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      'a proxy is not named in TRUST_PROXY: set its address there, or no visitor behind it is counted',
    );
  }

  return function findAddress(request: IncomingMessage | undefined): string | undefined {
    const peer = request?.socket.remoteAddress;
    if (!peer) return undefined;
    const header = String(request.headers['x-forwarded-for'] ?? '');
    const forwarded = header.split(',').map(withoutPort).filter(Boolean);
    // Nearest first. The client is the first hop that is not trusted, or the last one.
    const hops = [peer, ...forwarded.reverse()];
    const index = hops.findIndex((address) => !isTrusted(address));
    const sender = hops.at(index) ?? peer;
    if (index !== -1 && index < hops.length - 1 && isPrivate(sender, 0)) {
      warnOnce();
      return undefined;
    }
    return isIP(sender) === 0 ? peer : sender;
  };
}

/**
 * Makes `socket.remoteAddress` available after the connection has closed: Node asks the system once and keeps the
 * address. Requests that a client sent before it disconnected are still processed, and have to be counted.
 */
export function rememberAddresses(server: Server): void {
  server.on('connection', ({ remoteAddress }) => remoteAddress);
}

/**
 * The networks for which an address is counted: for IPv4 the address itself, for IPv6 its /64, /48 and /32 networks. A
 * household gets a /64 and may use any address in it; a customer may get a /48, which contains 65,536 of them, and a
 * provider has a /32. The database's `private.limit_leads_per_address` does the same for leads.
 *
 * @returns the address, or the networks, the smallest first
 */
export function networksOf(address: string): string[] {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return [bare];
  // The canonical form: lower case, no leading zeros, the longest run of zeros as "::".
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical);
  if (mapped) {
    const groups = mapped.slice(1).map((group) => parseInt(group, 16));
    return [groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')];
  }
  const [head = '', tail = ''] = canonical.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after];
  return [64, 48, 32].map((bits) => `${groups.slice(0, bits / 16).join(':')}::/${bits}`);
}
