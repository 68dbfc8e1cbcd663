/** Makes the files of the proxy and the service for this installation from those in `deploy/`. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './env-file.ts';
import { alternativeOf } from './read-settings.ts';

export type Proxy = 'caddy' | 'nginx' | 'none';

/** How the site runs on this machine. */
export type Live = {
  domain: string;
  deskDomain: string | undefined;
  proxy: Proxy;
  /** The user of the service. Empty if `proxy` is `none`, as is `dataDir`. */
  user: string;
  dataDir: string;
  backupDir: string;
  port: string;
  deskPort: string | undefined;
};

const SOURCES = join(import.meta.dirname, '../../deploy');
const SERVICE = 'house-buyer-site.service';

/** The text of a file in `deploy/`, with these replacements. @throws {Error} when it no longer has what is to be replaced */
function copyWith(file: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}" to replace.`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(SOURCES, file), 'utf8'),
  );
}

function siteFile(file: string, { domain, port }: Live): string {
  return copyWith(file, [
    // The name with www contains the one without, so it is replaced first.
    ['www.house-buyer.example', 'www.invalid'],
    ['house-buyer.example', domain],
    ['www.invalid', alternativeOf(domain)],
    ['127.0.0.1:4321', `127.0.0.1:${port}`],
  ]);
}

function deskFile(file: string, { deskDomain = '', deskPort = '' }: Live): string {
  return copyWith(file, [
    ['desk.house-buyer.example', deskDomain],
    ['127.0.0.1:4322', `127.0.0.1:${deskPort}`],
  ]);
}

const STATE = 'StateDirectory=house-buyer-site\nStateDirectoryMode=0700\n';
/** The folder in which systemd creates a `StateDirectory`. */
const STATE_ROOT = '/var/lib/';

function serviceFile({ user, dataDir, backupDir }: Live, folder: string): string {
  const state = dataDir.startsWith(STATE_ROOT)
    ? STATE.replace('house-buyer-site', dataDir.slice(STATE_ROOT.length))
    : `ReadWritePaths=${dataDir}\n`;
  return copyWith(SERVICE, [
    ['/var/backups/house-buyer-site', backupDir],
    ['/opt/house-buyer-site', folder],
    ['User=house-buyer-site', `User=${user}`],
    [STATE, state],
  ]);
}

export function liveFiles(live: Live, folder: string): Record<string, string> {
  if (live.proxy === 'none') return {};
  const [site, desk] =
    live.proxy === 'caddy' ? ['Caddyfile', 'desk.caddy'] : ['nginx.conf', 'desk.nginx.conf'];
  return {
    [site]: siteFile(site, live),
    ...(live.deskDomain && { [desk]: deskFile(desk, live) }),
    [SERVICE]: serviceFile(live, folder),
  };
}

/** Replaces all files in a folder. */
export function writeLiveFiles(directory: string, files: Readonly<Record<string, string>>): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

/** The proxy and the service's user for which an earlier run wrote the files. */
export function readLiveFiles(directory: string): Partial<Live> {
  const service = readIfThere(join(directory, SERVICE));
  if (service === undefined) return existsSync(directory) ? { proxy: 'none' } : {};
  const user = /^User=(.*)$/m.exec(service)?.[1];
  return { proxy: existsSync(join(directory, 'Caddyfile')) ? 'caddy' : 'nginx', ...(user && { user }) };
}
