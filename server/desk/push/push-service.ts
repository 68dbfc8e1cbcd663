import { lookup, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { ClientBase } from 'pg';
import webPush from 'web-push';
import type { PushOutcome } from '../../database/codes.ts';

/** Where a browser's maker takes messages for it, and the keys that only this browser can read them with. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** The keys that say who sends: the browser's makers take messages only from who asked the browser for the subscription. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * Reads the keys, and makes them at the first start. They are with the other secrets that all servers on one database share,
 * and in its backups: with other keys, no device could be told any more until its user adds it again.
 */
export async function openVapidKeys(owner: ClientBase): Promise<VapidKeys> {
  await owner.query(
    `insert into private.secrets (name, value) values ('vapid', $1) on conflict (name) do nothing`,
    [JSON.stringify(webPush.generateVAPIDKeys())],
  );
  const { rows } = await owner.query<{ value: string }>(
    `select value from private.secrets where name = 'vapid'`,
  );
  return JSON.parse(rows[0]?.value ?? '') as VapidKeys;
}

type Options = {
  keys: VapidKeys;
  /** Whom the browser's makers can ask about our messages: `mailto:…`. */
  subject: string;
  /** For tests alone: a push service on this machine, without TLS. */
  allowsLoopback?: boolean;
  limitMs?: number;
};

/** `later`: the push service refuses for now, or was not reached. */
export type Sent = Extract<PushOutcome, 'sent' | 'gone' | 'failed' | 'unknown'> | { laterSeconds?: number };

/** Addresses of this machine, of private networks and of no single machine. Of IPv6, only 2000::/3 is the public internet. */
const NOT_PUBLIC = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  ipv6: '::/3 2001::/32 2001:db8::/32 2002::/16 4000::/2 8000::/1',
};
// Two lists, because one would find each IPv4 address among the IPv6 ranges, as ::ffff:1.2.3.4.
const [notPublic4, notPublic6] = (['ipv4', 'ipv6'] as const).map((family) => {
  const list = new BlockList();
  for (const range of NOT_PUBLIC[family].split(' ')) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return (address: string) => list.check(address, family);
}) as [Check, Check];
type Check = (address: string) => boolean;
export const isPublic = ({ address, family }: LookupAddress) =>
  !(family === 6 ? notPublic6 : notPublic4)(address);

/** Looks a name up anew for each connection, so that it cannot change to a private address after a check. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first, ...others] = (error ? [] : found).filter(isPublic);
    if (!first) {
      const refused = new Error(`${hostname} has no public address.`);
      callback(error ?? Object.assign(refused, { code: 'ENOTPUBLIC' }), '');
    } else if (options.all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};

/** The request did not leave this machine. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The header Retry-After: seconds, or a date. */
function laterSecondsOf({ headers }: IncomingMessage): { laterSeconds?: number } {
  const given = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? {} : { laterSeconds: Math.max(0, seconds) };
}

function outcomeOf(response: IncomingMessage): Sent {
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return 'sent';
  if (statusCode === 404 || statusCode === 410) return 'gone';
  return statusCode === 429 || statusCode >= 500 ? laterSecondsOf(response) : 'failed';
}

export function createPushService({ keys, subject, allowsLoopback = false, limitMs = 10_000 }: Options) {
  /** Encrypts a message and sends it, and never follows a redirect. Never rejects. */
  async function send(
    { endpoint, ...subscriptionKeys }: Subscription,
    payload: string,
    { ttlSeconds, topic }: { ttlSeconds: number; topic: string },
  ): Promise<Sent> {
    try {
      if (!isEndpoint(endpoint)) return 'failed';
      const { body, headers } = webPush.generateRequestDetails(
        { endpoint, keys: subscriptionKeys },
        payload,
        {
          vapidDetails: { subject, ...keys },
          TTL: Math.ceil(ttlSeconds),
          urgency: 'high',
          topic,
        },
      );
      const outgoing = (allowsLoopback ? requestPlain : requestSecure)(endpoint, {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(limitMs),
        ...(!allowsLoopback && { lookup: lookUpPublic }),
      });
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      // Nothing is read of the body, which may have no end.
      outgoing.on('error', () => undefined);
      response.destroy();
      return outcomeOf(response);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOT_SENT.includes(code)) return {};
      return ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ? 'unknown' : 'failed';
    }
  }

  /** Whether a browser may name this as its push service: the server sends requests to it. */
  function isEndpoint(endpoint: string): boolean {
    const url = URL.parse(endpoint);
    if (!url || url.username || url.password) return false;
    if (allowsLoopback) return url.origin.startsWith('http://127.0.0.1:');
    const { protocol, port, hostname } = url;
    return protocol === 'https:' && port === '' && hostname.includes('.') && isIP(hostname) === 0;
  }

  return { publicKey: keys.publicKey, isEndpoint, send };
}

export type PushService = ReturnType<typeof createPushService>;
