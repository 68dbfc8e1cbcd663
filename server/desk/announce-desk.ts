import type { Logger } from 'pino';
import type { Desk } from './desk.ts';

type Options = {
  /** Only this machine reaches the desk. */
  isTrial: boolean;
  /** Writes to the terminal that the server was started in; undefined where its output goes elsewhere. */
  print: ((text: string) => void) | undefined;
  log: Logger;
};

/**
 * Says where the desk is, and gives its first owner the link that opens it. On a trial the link is a line of the log.
 * With a public address it lets whoever has it register a key, and logs are kept and read by others: it goes to the
 * terminal only, or is made by a command.
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
    'no owner of the desk has a key yet: npm run -s staff -- link and the address in MAIL_TO prints a link that lets them register one',
  );
}
