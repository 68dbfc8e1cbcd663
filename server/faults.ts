/**
 * What can be out of order so that an owner of the desk must hear of it: the limits, and what to do. `/readyz`, the
 * metrics, `npm run setup -- --check`, the alerts and the line at the desk all use these.
 */
import type { Fault } from './database/codes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const LIMITS = {
  /** For how long a mail to the firm may be pending. Retries are minutes apart. */
  mailSeconds: 15 * 60,
  /** For how long the mailbox with the sellers' answers may be unread. */
  inboxMs: 10 * MINUTE_MS,
  /** How old the last good backup may be. A failed one is a fault at once. */
  backupMs: 2 * DAY_MS,
  /** What must be free on each disk. */
  freeShare: 0.1,
  freeBytes: 1e9,
  /** How many days a certificate must still be valid. The proxies renew it about 30 days before its end. */
  certificateDays: 14,
  /** By how much a clock may be wrong. Codes of authenticator apps need it right to within half a minute. */
  clockMs: 5_000,
  /** How many sign-ins may be refused within an hour. */
  refusedSignIns: 10,
} as const;

const CHECK = 'On the server, npm run setup -- --check says more.';

/** What an owner can do about each fault. The first sentence says how bad it is. */
export const MENDS: Record<Fault, string> = {
  backup: `Nothing is lost yet, but the newest enquiries are in one place only. Often the folder for the backups is full or cannot be written. ${CHECK} See why no backup is made: journalctl -u house-buyer-site | grep -i backup. Then npm run backup makes one.`,
  mail: `New enquiries are stored, so look at the desk instead of your inbox. Often the password of the mail account has changed, or its provider has a fault. ${CHECK} npm run setup sends an email with the settings (SMTP_URL).`,
  inbox: `What sellers answer by email does not reach the desk: read that mailbox yourself until then. Often its password has changed. See why the mailbox is not read: journalctl -u house-buyer-site | grep -i mailbox, then IMAP_URL in .env.`,
  disk: `When it is full, no enquiry can be stored. Make room: du -xh --max-depth=2 / | sort -h | tail shows what is large. Or have the disk made larger.`,
  certificate: `Browsers will warn every visitor away. It should be renewed by itself, so the program in front of the site has a fault: journalctl -u caddy, or certbot renew --dry-run. ${CHECK}`,
  clock: `Promised times of replies are wrong, codes of authenticator apps may be refused, and no expired data is deleted. On the server: timedatectl set-ntp true. If the clock is right, npm run delete-expired.`,
  sign_ins: `Nobody got in by these. If one of you mistyped, there is nothing to do. If not, somebody is trying: never pass on a code or a link, and look under People for somebody who should have no access.`,
};
