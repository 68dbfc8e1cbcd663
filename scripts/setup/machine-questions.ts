import { randomBytes } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';
import { resolve } from 'node:path';
import { isBackup } from '#server/operations/daily-backups.ts';
import type { Asker, Read } from './asker.ts';
import { findDomainProblem } from './domains.ts';
import type { Variables } from './env-file.ts';
import type { Live, Proxy } from './live-files.ts';
import { isHidden, isOfData, tryFolder, tryPort, tryServiceFolder } from './machine.ts';
import { readDeskDomain, readDomain, readPortNumber, readUnlessNone, readUser } from './read-settings.ts';
import { DEFAULTS, standingOf } from './standing.ts';

/** The host name in a URL; undefined for an IPv4 address, and for a name without a dot, such as localhost. */
function publicHostOf(url = ''): string | undefined {
  const host = URL.parse(url)?.hostname ?? '';
  return host.includes('.') && !/^[\d.]+$/.test(host) ? host : undefined;
}

type DomainQuestion = {
  id: string;
  message: string;
  standing: string | undefined;
  example: string;
  read: (typed: string) => Read<string>;
};

/** Asks for a domain and looks it up. A domain that does not lead here yet can be kept. */
async function askDomain(asker: Asker, resolver: Resolver, question: DomainQuestion): Promise<string> {
  for (let { standing } = question; ;) {
    const domain = await asker.text({ ...question, standing });
    const problem = await asker.wait(`Looking up ${domain}`, () => findDomainProblem(domain, resolver));
    if (problem === undefined) return domain;
    asker.show(problem);
    const isRight = await asker.confirm({
      id: `${question.id}Anyway`,
      message: 'Keep this domain, and correct its DNS later?',
      standing: false,
    });
    if (isRight) return domain;
    asker.refuse(question.id, problem);
    standing = domain;
  }
}

export async function askForDomains(
  asker: Asker,
  variables: Variables,
  resolver: Resolver,
): Promise<{ domain: string; deskDomain: string | undefined }> {
  asker.section('Your domains');
  const domain = await askDomain(asker, resolver, {
    id: 'domain',
    message: 'The domain of the site',
    standing: publicHostOf(standingOf(variables, 'SITE_URL')),
    example: 'firm.scot',
    read: readDomain,
  });
  const standing = publicHostOf(standingOf(variables, 'DESK_URL'));
  const hasDesk = await asker.confirm({
    id: 'desk',
    message: 'Should your staff work on the enquiries at the desk, in a browser?',
    standing: standing !== undefined || variables.DESK_PORT !== 'off',
  });
  if (!hasDesk) return { domain, deskDomain: undefined };
  const deskDomain = await askDomain(asker, resolver, {
    id: 'deskDomain',
    message: 'The domain of the desk',
    standing: standing ?? `desk.${domain.replace(/^www\./, '')}`,
    example: 'desk.firm.scot',
    read: (typed) => readDeskDomain(typed, domain),
  });
  return { domain, deskDomain };
}

/** @param own the current port */
async function askPort(asker: Asker, id: string, message: string, own: number, sitePort?: number) {
  return asker.text({
    id,
    message,
    standing: String(own),
    async read(typed) {
      const read = readPortNumber(typed);
      if ('problem' in read) return read;
      if (read.value === sitePort)
        return { problem: `${typed} is the port of the site. The desk needs another.` };
      return tryPort(read.value, own, sitePort ?? own);
    },
  });
}

const PROXIES = [
  { value: 'caddy', label: 'Caddy (it gets its certificates by itself)' },
  { value: 'nginx', label: 'nginx (with certificates from certbot)' },
  { value: 'none', label: 'Neither: I set up the proxy and the service myself' },
] as const satisfies readonly { value: Proxy; label: string }[];

/** Asks how the site runs on this machine. */
export async function askAboutMachine(
  asker: Asker,
  variables: Variables,
  { domain, deskDomain, live }: { domain: string; deskDomain: string | undefined; live: Partial<Live> },
): Promise<{ answers: Variables; live: Live }> {
  asker.section('This machine');
  const port = await askPort(
    asker,
    'port',
    'The port of the site',
    Number(standingOf(variables, 'PORT') ?? DEFAULTS.PORT),
  );
  const standingDeskPort = Number(variables.DESK_PORT) || Number(port) + 1;
  const deskPort =
    deskDomain && (await askPort(asker, 'deskPort', 'The port of the desk', standingDeskPort, Number(port)));
  const proxy = await asker.choose({
    id: 'proxy',
    message: 'Which proxy is in front, with the certificates?',
    choices: PROXIES,
    standing: live.proxy ?? 'caddy',
  });
  const urls = {
    PORT: port,
    SITE_URL: `https://${domain}`,
    DESK_PORT: deskPort ?? 'off',
    DESK_URL: deskDomain ? `https://${deskDomain}` : '',
  };
  if (proxy === 'none') {
    const backupDir = await asker.text({
      id: 'backupDir',
      message: 'The folder for a backup each day (or none)',
      standing: standingOf(variables, 'BACKUP_DIR') ?? '',
      read: readUnlessNone((typed) => tryFolder(typed, isBackup)),
    });
    return {
      answers: { ...urls, BACKUP_DIR: backupDir },
      live: { domain, deskDomain, proxy, user: '', dataDir: '', backupDir, port, deskPort },
    };
  }

  if (isHidden(process.cwd())) {
    asker.show(
      `The service cannot see ${process.cwd()}, because it may not look below /home and /root. Move this folder to /opt/house-buyer-site, and run this again there.`,
    );
  }
  const user = await asker.text({
    id: 'user',
    message: 'The user of the service, who need not exist yet',
    standing: live.user ?? 'house-buyer-site',
    read: readUser,
  });
  const standingData = standingOf(variables, 'DATA_DIR');
  const dataDir = await asker.text({
    id: 'dataDir',
    message: 'The folder for the enquiries',
    standing: standingData?.startsWith('/') ? standingData : '/var/lib/house-buyer-site',
    read: (typed) => tryServiceFolder(typed, isOfData),
  });
  const backupDir = await asker.text({
    id: 'backupDir',
    message: 'The folder for a backup each day',
    standing: standingOf(variables, 'BACKUP_DIR') ?? '/var/backups/house-buyer-site',
    read: (typed) =>
      `${resolve(typed)}/`.startsWith(`${resolve(dataDir)}/`)
        ? { problem: 'Backups do not belong into the folder for the enquiries: both would be lost together.' }
        : tryServiceFolder(typed, isBackup),
  });
  return {
    answers: {
      ...urls,
      // Only the proxy reaches the server, which trusts the proxy to name each visitor's IP address.
      HOST: '127.0.0.1',
      DESK_HOST: '127.0.0.1',
      TRUST_PROXY: standingOf(variables, 'TRUST_PROXY') ?? '127.0.0.1',
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
      // Root builds the pages, and the service serves them: both need the same key.
      PUBLIC_SUPABASE_KEY:
        standingOf(variables, 'PUBLIC_SUPABASE_KEY') ?? `sb_publishable_${randomBytes(16).toString('hex')}`,
    },
    live: { domain, deskDomain, proxy, user, dataDir, backupDir, port, deskPort },
  };
}
