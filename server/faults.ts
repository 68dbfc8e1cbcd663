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

const FOLDER = 'on the server, in the folder /opt/house-buyer-site';
const run = (command: string) => `“runuser -u house-buyer-site -- npm run ${command}”`;
const ACCOUNT = `Most often its password was changed, or the email provider has a fault. If you cannot sign in on the provider’s website either, put that right first. If the password is new, the server must be given it: whoever looks after the server types ${run('setup')} there, in the folder /opt/house-buyer-site, and does what it says.`;

/** What an owner can do about each fault. The first sentence says how bad it is. */
export const MENDS: Record<Fault, string> = {
  backup: `Nothing is lost yet, but the newest enquiries are kept in one place only. Most often the disk for the backups is full, or not connected. Ask whoever looks after the server to put that right and to make a backup: ${run('backup')}, ${FOLDER}. If no backup can be made, this says why: ${run('setup -- --check')}.`,
  mail: `New enquiries are safe: look at the desk instead of your inbox until this is put right. The website sends its emails through an email account. ${ACCOUNT}`,
  inbox: `What sellers write by email does not reach the desk. Nothing is lost: read that mailbox yourself until this is put right. ${ACCOUNT}`,
  disk: `When it is full, no enquiry can be stored, so have it put right today. Ask whoever looks after the server, or the company that you rent it from, for a larger disk, or to delete what is not needed. This shows what takes up the room: “du -xh --max-depth=2 / | sort -h | tail”. Delete nothing in /var/lib/house-buyer-site: your enquiries are there.`,
  certificate: `If it ends, browsers warn everybody not to visit the website. It should be renewed by itself, about a month before its end, so the program that does this has a fault. Ask whoever looks after the server to type “systemctl restart caddy” there, or “certbot renew” if it has nginx. If that does not help, this says more: ${run('setup -- --check')}, ${FOLDER}.`,
  clock: `Until it is right, the times that the website promises may be wrong, codes of authenticator apps may be refused, and old data is not deleted. Ask whoever looks after the server to type “timedatectl set-ntp true” there. If the clock is right and this line stays: ${run('delete-expired')}, ${FOLDER}.`,
  sign_ins: `Nobody got in by these. Somebody tried to sign in as one of you, with a wrong code or passkey. Ask each other: if one of you mistyped, there is nothing to do. If not, a stranger is trying to get in. Never tell anybody a code, and never pass on a link to the desk, whoever asks for it. At the desk, under “People”, end the access of anybody who should no longer have it.`,
  security_fix: `The version that runs has a fault which others may know and use. The desk says what is new, under Settings. Ask whoever looks after the server to install it: “npm run update”, as root, ${FOLDER}. If the new version does not work, the present one goes on by itself.`,
};
