/** Finds out about this machine: its IP addresses, its free ports, and the folders that can be written. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import proxyAddr from 'proxy-addr';
import { codeOf } from '../error-text.ts';
import type { Read } from './asker.ts';

const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** This machine's public IP addresses. Behind a router that translates addresses, there are none. */
export function publicAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => !isPrivate(address, 0));
}

async function isOurServer(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) });
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

/** Listens on the port for a moment. @returns the error code if that fails */
async function listenOn(port: number): Promise<string | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return codeOf(error);
  } finally {
    server.close();
  }
}

/**
 * Finds out whether a port is free.
 *
 * @param own the current port. It may be in use if the site's own server answers at `sitePort`.
 */
export async function tryPort(port: number, own: number, sitePort: number): Promise<Read<string>> {
  if (port < 1024) {
    return {
      problem: `Port ${port} is for root only, and the service is not root. Choose one above 1023: the proxy has ports 80 and 443.`,
    };
  }
  const code = await listenOn(port);
  if (code === undefined) return { value: String(port) };
  if (code === 'EADDRINUSE' && port === own && (await isOurServer(sitePort))) return { value: String(port) };
  if (code === 'EADDRINUSE') {
    return { problem: `Another program uses port ${port} of this machine. Stop it, or choose another port.` };
  }
  return { problem: `Port ${port} cannot be used (${code}). Choose another.` };
}

/** What a folder of this site has in it. */
type Ours = (name: string) => boolean;

export const isOfData: Ours = (name) => name === 'keys.json';

/**
 * Finds out whether a folder can be made and written, without leaving anything behind. One with files of somebody else is
 * refused: root is told to make the folder the service's own.
 */
export function tryFolder(path: string, isOurs: Ours): Read<string> {
  if (!isAbsolute(path)) {
    return { problem: `"${path}" is not a whole path. Begin it with /, as in /var/lib/house-buyer-site.` };
  }
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    rmdirSync(mkdtempSync(join(existing, '.house-buyer-site-')));
    const names = existing === path ? readdirSync(path).filter((name) => name !== 'lost+found') : [];
    if (names.length === 0 || names.some(isOurs)) return { value: path };
    return {
      problem: `${path} has other files in it. Choose a new or an empty folder, such as ${join(path, 'house-buyer-site')}.`,
    };
  } catch (error) {
    return {
      problem: `Nothing can be written to ${existing} (${codeOf(error)}). Choose another folder, or run this as root.`,
    };
  }
}

/** Whether the service cannot see a folder (`ProtectHome` in its file). */
export const isHidden = (path: string) => /^\/(?:home|root)(?:\/|$)/.test(path);

/** Whether the system deletes what is in a folder. */
const isTemporary = (path: string) =>
  [tmpdir(), '/var/tmp'].some((folder) => `${resolve(path)}/`.startsWith(`${folder}/`));

export function tryServiceFolder(path: string, isOurs: Ours): Read<string> {
  if (isHidden(path)) {
    return { problem: 'The service cannot see folders below /home and /root. Choose one below /var.' };
  }
  if (isTemporary(path)) {
    return {
      problem: `${path} is emptied when the machine starts. Choose a folder below /var/lib or /var/backups.`,
    };
  }
  if (!/^[\w./-]+$/.test(path)) {
    return {
      problem: `"${path}" does not fit into the service's file. Use letters, digits, ".", "_" and "-".`,
    };
  }
  return tryFolder(path, isOurs);
}
