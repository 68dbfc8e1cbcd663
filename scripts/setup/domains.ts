/** Looks up where a domain points to. */
import { Resolver } from 'node:dns/promises';
import { codeOf, messageOf } from '../error-text.ts';
import { publicAddresses } from './machine.ts';

/** @param server the DNS server to ask instead of the machine's, such as 192.0.2.53 or 127.0.0.1:5353 */
export function openResolver(server: string | undefined): Resolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  return resolver;
}

/** The codes of a name that does not exist, or that has no such record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** The records that a lookup finds: an empty list if there are none. */
export async function recordsOf<T>(lookup: Promise<T[]>): Promise<T[]> {
  try {
    return await lookup;
  } catch (error) {
    if (NO_RECORD.includes(codeOf(error))) return [];
    throw error;
  }
}

/** The addresses that are not this machine's. Behind a router that translates addresses, this cannot be told. */
export const foreignAmong = (addresses: string[], own: string[]) =>
  own.length === 0 ? [] : addresses.filter((address) => !own.includes(address));

/**
 * Says what is wrong with a domain's addresses.
 *
 * @param own this machine's public IP addresses. If there are none, the domain's addresses cannot be compared with them.
 * @returns undefined if the domain leads here, or if that cannot be told
 */
export async function findDomainProblem(
  domain: string,
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'>,
  own = publicAddresses(),
): Promise<string | undefined> {
  let found: string[];
  try {
    const both = await Promise.all([
      recordsOf(resolver.resolve4(domain)),
      recordsOf(resolver.resolve6(domain)),
    ]);
    found = both.flat();
  } catch (error) {
    return `${domain} could not be looked up (${messageOf(error)}).`;
  }
  if (found.length === 0)
    return `${domain} has no address yet. It needs the DNS records that you see at the end.`;
  const foreign = foreignAmong(found, own);
  if (foreign.length === 0) return undefined;
  return `${domain} points to ${foreign.join(' and ')}, but this machine is ${own.join(' and ')}.`;
}
