import { lookup, type Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Environment } from '#server/env.ts';
import type { Installation } from '../../launch-problems.ts';

/** A result of a check. Without `mend`, it is in order. */
export type Finding = {
  what: string;
  /** The command or setting that solves the problem. */
  mend?: string;
};

export type CheckContext = {
  env: Environment;
  site: URL;
  /** Undefined if the desk is off, or can be reached only from this machine. */
  desk: URL | undefined;
  resolver: Resolver;
  /** Looks up the IP addresses of a name. The list is empty if the name has none. */
  addressesOf: (name: string) => Promise<string[]>;
  /** This machine's public IP addresses. */
  ownAddresses: string[];
  now: Date;
  /** What `npm run launch-check` looks at. */
  installation: Installation;
  /** The port of the site's http. Tests use another than 80. */
  httpPort: number;
  timeServer: { host: string; port: number };
  pushServices: { host: string; port: number }[];
};

/** How long the checks wait for an answer of the site. */
export const ANSWER_LIMIT_MS = 10_000;

/**
 * Looks names up as this machine does, with its hosts file.
 *
 * @param resolver the DNS server to ask instead
 */
export function openAddressLookup(resolver: Resolver | undefined): CheckContext['addressesOf'] {
  return async (name) => {
    if (isIP(name)) return [name];
    try {
      if (!resolver) return (await lookup(name, { all: true })).map(({ address }) => address);
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    } catch {
      return [];
    }
  };
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** The public addresses to look at: the site's, then the desk's. */
export const addressesToCheck = ({ site, desk }: CheckContext): URL[] => (desk ? [site, desk] : [site]);
