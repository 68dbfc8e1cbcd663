import { lookup } from 'node:dns/promises';
import { openMailbox } from '#server/inbox/imap-mailbox.ts';
import { HEAD_BYTES, readMail } from '#server/inbox/read-mail.ts';
import { messageOf } from '../error-text.ts';
import type { Read } from './asker.ts';

const isLocal = (host: string) => ['localhost', '127.0.0.1'].includes(host);

/** Reads the name of an IMAP server, which may have a port. */
export async function readImapHost(typed: string): Promise<Read<string>> {
  const { hostname } = URL.parse(`imaps://${typed}`) ?? {};
  try {
    await lookup(hostname ?? typed);
    return { value: typed };
  } catch {
    return {
      problem: `There is no machine named "${typed}". Your mail provider's help names its IMAP server.`,
    };
  }
}

/** The variable `IMAP_URL`. Only this machine may be asked without encryption. */
export const imapUrlOf = (host: string, user: string, password: string) =>
  `${isLocal(URL.parse(`imaps://${host}`)?.hostname ?? '') ? 'imap' : 'imaps'}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}/INBOX`;

/** What an `IMAP_URL` says, for the questions. */
export function parseImapUrl(text: string | undefined) {
  const url = URL.parse(text ?? '');
  if (!url) return undefined;
  return {
    host: url.host,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/**
 * Signs in to a mailbox, and reads the beginning of its last mail. Nothing in it is changed.
 *
 * @returns with what name the server says whether a sender is proven, if that mail has it; or what is wrong
 */
export async function tryMailbox(url: string): Promise<{ authservId: string } | { problem: string }> {
  try {
    const mailbox = await openMailbox(url, AbortSignal.timeout(30_000));
    try {
      const { uidNext, exists } = await mailbox.look();
      const [last] = exists > 0 ? await mailbox.fetchBeginnings([uidNext - 1], HEAD_BYTES) : [];
      const mail = last?.source && (await readMail(last.source));
      const [results = ''] = mail?.header('authentication-results') ?? [];
      return { authservId: /^\s*([\w.-]+)/.exec(results)?.[1] ?? '' };
    } finally {
      mailbox.close();
    }
  } catch (error) {
    const { responseText } = error as { responseText?: string };
    return {
      problem: `The mailbox cannot be read: ${responseText ?? messageOf(error)}. Gmail wants an app password. Microsoft 365 lets no program sign in with a password: let a rule there forward to another mailbox.`,
    };
  }
}
