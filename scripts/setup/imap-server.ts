import { lookup } from 'node:dns/promises';
import { LOOPBACK } from '#server/env.ts';
import { openMailbox } from '#server/inbox/imap-mailbox.ts';
import type { Account } from '#server/inbox/oauth.ts';
import { HEAD_BYTES, readMail, type ReadMail } from '#server/inbox/read-mail.ts';
import { messageOf } from '../error-text.ts';
import type { Read } from './asker.ts';

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
  `${LOOPBACK.includes(URL.parse(`imaps://${host}`)?.hostname ?? '') ? 'imap' : 'imaps'}://${encodeURIComponent(user)}${password && `:${encodeURIComponent(password)}`}@${host}/INBOX`;

export function parseImapUrl(text: string | undefined) {
  const url = URL.parse(text ?? '');
  if (!url) return undefined;
  return {
    host: url.host,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/** Where the two large providers give access tokens, and what for. */
export const PROVIDERS: Record<string, { tokenUrl: string; scope: string }> = {
  'outlook.office365.com': {
    tokenUrl: 'https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
    scope: 'https://outlook.office365.com/.default',
  },
  'imap.gmail.com': { tokenUrl: 'https://oauth2.googleapis.com/token', scope: '' },
};

export function readTokenUrl(typed: string): Read<string> {
  const { protocol = '', hostname = '' } = URL.parse(typed) ?? {};
  if ((protocol === 'https:' || LOOPBACK.includes(hostname)) && !typed.includes('TENANT'))
    return { value: typed };
  return {
    problem: `"${typed}" is not the address of a token server. It begins with https://, and Microsoft's has your tenant ID.`,
  };
}

/** The name with which the server says whether a sender is proven, if this mail has it. */
function authservIdOf(mail: ReadMail | undefined): string {
  const [results = ''] = mail?.header('authentication-results') ?? [];
  return /^\s*([\w.-]+)/.exec(results)?.[1] ?? '';
}

type Seen = { authservId: string };

/**
 * Signs in to a mailbox, and reads the beginning of its last mail. Nothing in it is changed.
 *
 * @returns with what name the server says whether a sender is proven, if that mail has it; or what is wrong
 */
export async function tryMailbox(account: Account): Promise<Seen | { problem: string }> {
  try {
    const mailbox = await openMailbox(account, AbortSignal.timeout(30_000));
    try {
      const { uidNext, exists } = await mailbox.look();
      const [last] = exists > 0 ? await mailbox.fetchBeginnings([uidNext - 1], HEAD_BYTES) : [];
      return { authservId: authservIdOf(last?.source && (await readMail(last.source))) };
    } finally {
      mailbox.close();
    }
  } catch (error) {
    const { responseText } = error as { responseText?: string };
    return {
      problem: `The mailbox cannot be read: ${responseText ?? messageOf(error)}. Gmail wants an app password or OAuth, and Microsoft 365 wants OAuth: docs/deploy.md shows both.`,
    };
  }
}

const ANSWER_MS = 60_000;
/** Mails that are older cannot be the answer. */
const LAST_MAILS = 50;

/**
 * Waits for an answer to a mail, at most a minute. It is also known by its address, if that has a token: some mail servers
 * give our mails another Message-ID.
 *
 * @returns undefined if none has come
 */
export async function findAnswer(
  account: Account,
  { messageId, replyTo }: { messageId: string; replyTo: string },
): Promise<Seen | undefined> {
  const isAnswer = ({ answers, recipients }: ReadMail) =>
    answers.includes(messageId) || (replyTo.includes('+') && recipients.includes(replyTo.toLowerCase()));
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const mailbox = await openMailbox(account, signal);
    try {
      while (!signal.aborted) {
        const { uidNext } = await mailbox.look();
        const uids = Array.from(
          { length: Math.min(LAST_MAILS, uidNext - 1) },
          (_, index) => uidNext - 1 - index,
        );
        for (const { source } of uids.length > 0 ? await mailbox.fetchBeginnings(uids, HEAD_BYTES) : []) {
          const mail = source && (await readMail(source));
          if (mail && isAnswer(mail)) return { authservId: authservIdOf(mail) };
        }
        await mailbox.waitForMail(2_000);
      }
      return undefined;
    } finally {
      mailbox.close();
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
