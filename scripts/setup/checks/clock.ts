import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { promisify } from 'node:util';
import { LIMITS } from '#server/faults.ts';
import type { CheckContext, Finding } from './check-context.ts';

const LIMIT_MS = 3_000;

/** NTP counts seconds from 1900. */
const NTP_EPOCH_MS = Date.UTC(1900, 0, 1);

/** The time in the eight bytes of an NTP timestamp: seconds, then their fraction. */
const readTimestamp = (packet: Buffer, offset: number) =>
  NTP_EPOCH_MS +
  packet.readUInt32BE(offset) * 1_000 +
  Math.round((packet.readUInt32BE(offset + 4) / 2 ** 32) * 1_000);

/**
 * How far this machine's clock is ahead of a time server's.
 *
 * @returns undefined if the server does not answer
 * @see https://www.rfc-editor.org/rfc/rfc4330 for the packet: 48 bytes, the first of which means version 4 and client
 */
async function askTimeServer({ addressesOf, timeServer }: CheckContext): Promise<number | undefined> {
  const [address] = await addressesOf(timeServer.host);
  if (address === undefined) return undefined;
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise<number | undefined>((resolve) => {
    const sentAt = Date.now();
    const end = (offset: number | undefined) => {
      clearTimeout(timer);
      socket.close();
      resolve(offset);
    };
    const timer = setTimeout(end, LIMIT_MS, undefined);
    socket.on('error', () => end(undefined));
    socket.on('message', (packet) => {
      if (packet.length < 48) return;
      const [received, sent] = [readTimestamp(packet, 32), readTimestamp(packet, 40)];
      end((sentAt + Date.now()) / 2 - (received + sent) / 2);
    });
    socket.send(Buffer.from([0x23, ...Array<number>(47).fill(0)]), timeServer.port, address);
  });
}

/** Whether the system reports that its clock is synchronised; undefined where there is no systemd. */
async function isSynchronised(): Promise<boolean | undefined> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']);
    return stdout.trim() === 'yes';
  } catch {
    return undefined;
  }
}

/** Whether the clock is right: asks a time server, and if it does not answer, the system. */
export async function checkClock(context: CheckContext): Promise<Finding[]> {
  const mend = 'timedatectl set-ntp true';
  const aheadMs = await askTimeServer(context);
  if (aheadMs !== undefined) {
    const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
    const what = `The clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} ${context.timeServer.host}.`;
    return [Math.abs(aheadMs) <= LIMITS.clockMs ? { what } : { what, mend }];
  }
  const isKept = await isSynchronised();
  if (isKept) return [{ what: 'The system says that its clock is synchronised.' }];
  const unknown = `The clock cannot be compared: ${context.timeServer.host} does not answer`;
  return [
    isKept === false
      ? { what: `${unknown}, and the system does not synchronise its clock.`, mend }
      : { what: `${unknown}.`, mend: 'Allow UDP port 123 to the outside, or run chrony.' },
  ];
}
