import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';

const THIS_MACHINE = ['127.0.0.1', '::1'];

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

function compileTrust(proxies: readonly string[]): (address: string) => boolean {
  const isNamed = proxyAddr.compile([...proxies]);
  // `localhost` is either of them, as the proxy resolves it.
  const all = THIS_MACHINE.some((address) => isNamed(address, 0)) ? [...proxies, ...THIS_MACHINE] : proxies;
  const isTrusted = proxyAddr.compile([...all]);
  return (address) => isTrusted(address, 0);
}

/** Some proxies write the visitor's port too: `203.0.113.9:51234`, `[2001:db8::1]:443`. */
function withoutPort(forwarded: string): string {
  return forwarded.trim().replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, '$1$2');
}

/**
 * Finds out who sent a request. Whoever sends one can write anything into `X-Forwarded-For`: it is read
 * only as far as it was written by the proxies that the operator has named.
 *
 * @param trustedProxies addresses and ranges; with none of them, only the connection itself counts
 * @param log is told once when a proxy was forgotten
 * @returns the address, `unknown` for a connection that is gone, or undefined behind a proxy of one's own
 *   that is not named: all its visitors would be one
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
    if (!peer) return 'unknown';
    const header = String(request.headers['x-forwarded-for'] ?? '');
    const forwarded = header.split(',').map(withoutPort).filter(Boolean);
    // The nearest first. The first one that is not trusted, or the last.
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
 * What counts as one sender: an IPv4 address, or the /64 network of an IPv6 one, which is what a household
 * is given and can change its address within at will. A host may be given a /48, which has 65,536 of them.
 *
 * @returns the address, or the two networks, the smaller first
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
  return [64, 48].map((bits) => `${groups.slice(0, bits / 16).join(':')}::/${bits}`);
}
