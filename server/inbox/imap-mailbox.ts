import { ImapFlow } from 'imapflow';
import { LOOPBACK } from '../env.ts';
import { MOST_BYTES_WITH_FILES } from './read-mail.ts';
import type { Account } from './oauth.ts';
import { MailboxFault } from './outage.ts';

const CONNECT_MS = 15_000;
/** Mail servers may take long to answer, but a connection without an answer is given up. */
const SILENCE_MS = 120_000;

const asFault = (error: unknown) => {
  throw MailboxFault.of(error);
};

/** The mailbox that an IMAP_URL names, such as `leads@firm.scot@imap.provider.com/INBOX`: without the password. */
export const mailboxNameOf = (url: string) => {
  const { username, host, pathname } = new URL(url);
  return `${decodeURIComponent(username)}@${host}/${decodeURIComponent(pathname.slice(1)) || 'INBOX'}`;
};

/**
 * Connects to a mailbox and signs in.
 *
 * @param silenceMs after this time without an answer, the connection is given up
 * @throws {Error} from the network, the mail server or the token server
 */
export async function openMailbox({ url, tokens }: Account, signal: AbortSignal, silenceMs = SILENCE_MS) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const path = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const user = decodeURIComponent(username);
  const imap = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password must not cross the internet as plain text.
    ...(!secure && !LOOPBACK.includes(hostname) && { doSTARTTLS: true }),
    auth: tokens
      ? { user, accessToken: await tokens.read(signal) }
      : { user, pass: decodeURIComponent(password) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: silenceMs,
    // Waits for new mails (IDLE) as soon as nothing else is to be done.
    autoIdleDelay: 50,
    maxLiteralSize: 2 * MOST_BYTES_WITH_FILES,
    maxResponseSize: 2 * MOST_BYTES_WITH_FILES,
    logger: false,
  });
  // Without a listener, an error would crash the process. The next command fails too.
  imap.on('error', () => undefined);
  const close = () => {
    imap.close();
  };
  signal.addEventListener('abort', close);
  await imap.connect().catch((error: unknown) => {
    signal.removeEventListener('abort', close);
    // It may have been revoked.
    if ((error as { authenticationFailed?: boolean }).authenticationFailed) tokens?.forget();
    throw error;
  });
  return {
    imap,
    /** Opens the mailbox so that nothing in it can change (EXAMINE), also not what is marked as read. */
    look: () => imap.mailboxOpen(path, { readOnly: true }),
    /** The UIDs of the mails of a range that are in the mailbox. @throws {MailboxFault} */
    async findMails(range: string): Promise<number[]> {
      const found = await imap.search({ uid: range }, { uid: true }).catch(asFault);
      if (found === false) throw new MailboxFault('The mail server refused to search the mailbox.');
      return found ?? [];
    },
    /** The beginnings of mails, by UID. @throws {MailboxFault} */
    fetchBeginnings: (uids: readonly number[], maxLength: number) =>
      imap
        .fetchAll(
          uids.join(','),
          { uid: true, size: true, internalDate: true, source: { start: 0, maxLength } },
          { uid: true },
        )
        .catch(asFault),
    /** Resolves when a mail may have come, or after this time, or when the connection ends. */
    waitForMail: (ms: number) =>
      new Promise<void>((resolve) => {
        function done() {
          clearTimeout(timer);
          imap.off('exists', done);
          imap.off('close', done);
          resolve();
        }
        const timer = setTimeout(done, imap.usable ? ms : 0);
        imap.on('exists', done);
        imap.on('close', done);
      }),
    close() {
      signal.removeEventListener('abort', close);
      close();
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;
