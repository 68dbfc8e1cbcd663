import type { IncomingMessage, Server } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';

const THIS_MACHINE = ['127.0.0.1', '::1'];

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

function compileTrust(proxies: readonly string[]): (ip: string) => boolean {
  const isListed = proxyAddr.compile([...proxies]);
  // A proxy that connects to `localhost` may come from either of the two loopback addresses.
  const all = THIS_MACHINE.some((ip) => isListed(ip, 0)) ? [...proxies, ...THIS_MACHINE] : proxies;
  const isTrusted = proxyAddr.compile([...all]);
  return (ip) => isTrusted(ip, 0);
}

/** Some proxies add the client's port: `203.0.113.9:51234`, `[2001:db8::1]:443`. */
function withoutPort(forwarded: string): string {
  return forwarded.trim().replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, '$1$2');
}

/**
 * Finds the IP address of a request's client. A client can write anything into `X-Forwarded-For`, so only the entries
 * that the operator's trusted proxies have added are read.
 *
 * @param trustedProxies IP addresses and ranges; if there are none, no entry is trusted
 * @param log gets one warning when a proxy is missing from `trustedProxies`
 * @returns the IP address; undefined if it is unknown, because the connection has closed, or because the request came
 *   through a proxy in a private network that `trustedProxies` does not list: all visitors behind that proxy would
 *   share one rate limit
 */
export function createClientIpFinder(trustedProxies: readonly string[], log: Pick<Logger, 'warn'>) {
  const isTrusted = compileTrust(trustedProxies);
  let hasWarned = false;

  function warnOnce(): void {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      'TRUST_PROXY does not list a proxy: add its IP address, because visitors behind it are not rate-limited',
    );
  }

  return function findClientIp(request: IncomingMessage | undefined): string | undefined {
    const peer = request?.socket.remoteAddress;
    if (!peer) return undefined;
    const header = String(request.headers['x-forwarded-for'] ?? '');
    const forwarded = header.split(',').map(withoutPort).filter(Boolean);
    // Nearest first. The client is the first hop that is not trusted; if all are trusted, the last hop.
    const hops = [peer, ...forwarded.reverse()];
    const index = hops.findIndex((ip) => !isTrusted(ip));
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
 * result. Requests that a client sent before it disconnected are still processed, and rate limits apply to them.
 */
export function rememberClientIps(server: Server): void {
  server.on('connection', ({ remoteAddress }) => remoteAddress);
}

/**
 * The ranges for which rate limits count an IP address: for IPv4 only itself, for IPv6 its /64, /48 and /32 networks. A
 * household gets a /64 and may use every IP address in it; a customer may get a /48, which contains 65,536 such
 * networks, and a provider has a /32. The database's `private.refuse_too_many` does the same for leads.
 *
 * @returns the smallest first
 */
export function ipRangesOf(ip: string): string[] {
  const [bare = ''] = ip.split('%');
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
