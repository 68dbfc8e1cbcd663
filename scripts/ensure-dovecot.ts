import { existsSync } from 'node:fs';
import { installPackages, isDebianRoot } from './ensure-chromium.ts';

export const DOVECOT = '/usr/sbin/dovecot';

/**
 * Installs Debian's Dovecot, the IMAP server of the tests, if it is missing.
 *
 * @throws {Error} if it cannot be installed
 */
export function ensureDovecot(): void {
  if (!existsSync(DOVECOT) && isDebianRoot()) installPackages('dovecot-imapd');
  if (existsSync(DOVECOT)) return;
  throw new Error(
    'The tests of the mailbox need the IMAP server Dovecot, which could not be installed: install Debian’s dovecot-imapd as root.',
  );
}
