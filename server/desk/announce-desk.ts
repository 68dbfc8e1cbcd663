import type { Logger } from 'pino';
import type { Desk } from './desk.ts';

type Options = {
  /** DESK_URL is unset: only this computer reaches the desk. */
  isTrial: boolean;
  /** Prints to the terminal that started the server; undefined if the output goes elsewhere. */
  print: ((text: string) => void) | undefined;
  log: Logger;
};

/**
 * Logs the URL of the desk (the staff's app), and hands out the first owner's one-time link. On a trial, the link is
 * logged. With DESK_URL, it is printed to the terminal only, or the log names the command that prints one: whoever has
 * the link can register a key (a passkey or an authenticator app), and more people may read the log.
 */
export function announceDesk(
  { url, link }: Pick<Desk, 'url' | 'link'>,
  { isTrial, print, log }: Options,
): void {
  if (isTrial && link) {
    log.info({ link }, 'this link opens the desk, once');
    return;
  }
  log.info({ url }, 'the desk is open');
  if (!link) return;
  if (print) {
    print(`\nThis link lets the first owner of the desk register a key, once, within 24 hours:\n${link}\n`);
    return;
  }
  log.warn(
    'no owner of the desk has a key yet. To print a link for registering one: npm run -s staff -- link <the email address in MAIL_TO>',
  );
}
