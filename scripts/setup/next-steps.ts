/** Describes what is left for the operator to do: DNS records and commands, ready to copy. */
import { isIP, isIPv6 } from 'node:net';
import type { Variables } from './env-file.ts';
import type { Live } from './live-files.ts';
import { publicAddresses } from './machine.ts';
import { parseSmtpUrl } from './mail-server.ts';
import { domainOf } from './mailbox.ts';
import { alternativeOf } from './read-settings.ts';

const SERVICE = 'house-buyer-site';

function addressRecords(names: readonly string[], own: readonly string[]): string[] {
  const addresses = own.length > 0 ? own : ['<the IP address of this machine>'];
  return names.flatMap((name) =>
    addresses.map((address) => `${name}.  ${isIPv6(address) ? 'AAAA' : 'A'}  ${address}`),
  );
}

/** The records of the sender's domain for SPF, DMARC and DKIM. */
function mailRecords({ MAIL_FROM = '', MAIL_TO = '', SMTP_URL = '' }: Variables): string[] {
  const domain = domainOf(MAIL_FROM);
  const { host = '' } = parseSmtpUrl(SMTP_URL);
  return [
    '',
    '# Mail: so that your emails are not taken for spam. Your mail provider may name its own SPF record: use that one then.',
    '# A domain has only one SPF record: if there is one already, add the part between v=spf1 and ~all to it.',
    `${domain}.  TXT  "v=spf1 ${host && !isIP(host) ? `a:${host}` : 'mx'} ~all"`,
    `_dmarc.${domain}.  TXT  "v=DMARC1; p=quarantine; rua=mailto:${MAIL_TO}"`,
    '# DKIM: your mail provider shows its name, in place of "selector", and its value.',
    `selector._domainkey.${domain}.  TXT  "<the value that your mail provider shows>"`,
  ];
}

function caddyCommands({ deskDomain }: Live): string[] {
  return [
    'apt-get install -y caddy',
    `cp deploy/live/Caddyfile ${deskDomain ? 'deploy/live/desk.caddy ' : ''}/etc/caddy/`,
    'systemctl reload caddy',
  ];
}

function nginxCommands({ domain, deskDomain }: Live): string[] {
  const enable = (file: string, name: string) => [
    `cp deploy/live/${file} /etc/nginx/sites-available/${name}`,
    `ln -sf /etc/nginx/sites-available/${name} /etc/nginx/sites-enabled/`,
  ];
  const certificate = (...names: string[]) =>
    `certbot certonly --webroot --webroot-path /var/www/html ${names.map((name) => `-d ${name}`).join(' ')} --deploy-hook 'systemctl reload nginx'`;
  return [
    'apt-get install -y nginx certbot',
    certificate(domain, alternativeOf(domain)),
    ...enable('nginx.conf', SERVICE),
    ...(deskDomain ? [certificate(deskDomain), ...enable('desk.nginx.conf', 'house-buyer-desk')] : []),
    'nginx -t && systemctl reload nginx',
  ];
}

function commands(live: Live, mailTo: string): string[] {
  if (live.proxy === 'none') return ['npm start'];
  const { user, dataDir, backupDir } = live;
  return [
    `id ${user} >/dev/null 2>&1 || useradd --system --home-dir ${dataDir} --shell /usr/sbin/nologin ${user}`,
    `install -d -m 700 -o ${user} -g ${user} ${dataDir} ${backupDir}`,
    `chown ${user}: .env`,
    'npm run build',
    `cp deploy/live/${SERVICE}.service /etc/systemd/system/`,
    `systemctl daemon-reload && systemctl enable ${SERVICE} && systemctl restart ${SERVICE}`,
    ...(live.proxy === 'caddy' ? caddyCommands(live) : nginxCommands(live)),
    ...(live.deskDomain
      ? [
          '',
          '# Your own link to the desk. It works once, within 24 hours.',
          `runuser -u ${user} -- npm run -s staff -- link ${mailTo}`,
        ]
      : []),
  ];
}

/** @param own the addresses of this machine that the internet can reach */
export function describeNextSteps(live: Live, variables: Variables, own = publicAddresses()): string {
  const { domain, deskDomain } = live;
  const names = [domain, alternativeOf(domain), ...(deskDomain ? [deskDomain] : [])];
  return [
    '# 1. At the company where you bought your domain, add these DNS records:',
    '',
    ...addressRecords(names, own),
    ...mailRecords(variables),
    '',
    `# 2. In this folder${live.proxy === 'none' ? '' : ', as root'}:`,
    '',
    ...commands(live, variables.MAIL_TO ?? ''),
    '',
    '# 3. Check that all is well, from outside and inside:',
    '',
    'npm run setup -- --check',
    '',
  ].join('\n');
}
