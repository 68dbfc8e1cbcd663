import type { Environment } from '../../server/env.ts';
import { messageOf } from '../error-text.ts';
import { readInstallation } from '../launch-blockers.ts';
import { openAddressLookup, type CheckContext, type Finding } from './checks/check-context.ts';
import { checkCertificates } from './checks/certificates.ts';
import { checkClock } from './checks/clock.ts';
import { checkLaunchList } from './checks/launch.ts';
import { checkMailbox } from './checks/mailbox.ts';
import { checkMailRecords } from './checks/mail-records.ts';
import { checkNames } from './checks/names.ts';
import { checkDesk, checkHeaders, checkHealth, checkRedirects } from './checks/pages.ts';
import { checkPush } from './checks/push.ts';
import { checkRehearsal } from './checks/rehearsal.ts';
import { checkBackups, checkSpaces } from './checks/storage.ts';
import { openResolver } from './domains.ts';
import { publicAddresses } from './machine.ts';

type Check = (context: CheckContext) => Finding[] | Promise<Finding[]>;

/** The checks, in the order of the report. */
const CHECKS: [subject: string, check: Check][] = [
  ['names', checkNames],
  ['certificates', checkCertificates],
  ['redirects', checkRedirects],
  ['headers', checkHeaders],
  ['health', checkHealth],
  ['desk', checkDesk],
  ['form', checkRehearsal],
  ['mail records', checkMailRecords],
  ['mailbox', checkMailbox],
  ['push', checkPush],
  ['clock', checkClock],
  ['disks', checkSpaces],
  ['backups', checkBackups],
  ['launch list', checkLaunchList],
];

type Options = {
  env: Environment;
  /** The DNS server to ask instead of the machine's. */
  dns?: string | undefined;
  print: (line: string) => void;
} & Partial<
  Pick<CheckContext, 'now' | 'installation' | 'httpPort' | 'timeServer' | 'pushServices' | 'ownAddresses'>
>;

const show = ({ what, mend }: Finding) => (mend === undefined ? `☑ ${what}` : `☒ ${what}\n  → ${mend}`);

/**
 * `npm run setup -- --check`: looks at the live site from outside, and at the machine from inside. Prints a line for
 * each thing, and below a thing that is not in order, how to mend it.
 *
 * @returns whether all is in order
 * @throws {Error} when another backend than our server receives the leads
 */
export async function checkLive({ env, dns, print, ...options }: Options): Promise<boolean> {
  if (process.env.PUBLIC_SUPABASE_URL) {
    throw new Error('This check is for a site with its own server: PUBLIC_SUPABASE_URL is set.');
  }
  const resolver = openResolver(dns);
  const now = new Date();
  const context: CheckContext = {
    now,
    installation: readInstallation(now),
    httpPort: 80,
    timeServer: { host: 'pool.ntp.org', port: 123 },
    pushServices: ['fcm.googleapis.com', 'web.push.apple.com', 'updates.push.services.mozilla.com'].map(
      (host) => ({
        host,
        port: 443,
      }),
    ),
    ownAddresses: publicAddresses(),
    ...options,
    env,
    site: new URL(env.SITE_URL),
    desk: env.DESK_PORT === 'off' || env.DESK_URL === undefined ? undefined : new URL(env.DESK_URL),
    resolver,
    addressesOf: openAddressLookup(dns === undefined ? undefined : resolver),
  };
  const all: Finding[] = [];
  for (const [subject, check] of CHECKS) {
    const findings = await Promise.resolve(context)
      .then(check)
      .catch((error: unknown): Finding[] => [
        { what: `${subject}: this could not be checked.`, mend: messageOf(error) },
      ]);
    for (const finding of findings) print(show(finding));
    all.push(...findings);
  }
  const missing = all.filter(({ mend }) => mend !== undefined).length;
  print(
    missing === 0
      ? `\nAll ${all.length} things are in order.`
      : `\n${missing} of ${all.length} things ${missing === 1 ? 'is' : 'are'} not in order.`,
  );
  return missing === 0;
}
