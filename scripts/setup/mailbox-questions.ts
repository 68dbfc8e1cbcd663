import { randomUUID } from 'node:crypto';
import { accountOf, type Account } from '#server/inbox/oauth.ts';
import { parseEnvironment } from '#server/env.ts';
import { messageOf } from '../error-text.ts';
import type { Asker } from './asker.ts';
import type { Variables } from './env-file.ts';
import {
  findAnswer,
  imapUrlOf,
  parseImapUrl,
  PROVIDERS,
  readImapHost,
  readTokenUrl,
  tryMailbox,
} from './imap-server.ts';
import { parseSmtpUrl, sendMailToAnswer, type MailServer } from './mail-server.ts';
import { readEmail, readOptional, readUnlessNone } from './read-settings.ts';
import { standingOf } from './standing.ts';

const PASSWORD_ONLY = {
  IMAP_OAUTH_TOKEN_URL: '',
  IMAP_OAUTH_CLIENT_ID: '',
  IMAP_OAUTH_CLIENT_SECRET: '',
  IMAP_OAUTH_REFRESH_TOKEN: '',
  IMAP_OAUTH_SCOPE: '',
};
const NO_MAILBOX = { IMAP_URL: '', ...PASSWORD_ONLY, IMAP_AUTHSERV_ID: '', REPLY_TO: '' };

const SIGN_INS = [
  { value: 'password', label: 'A password, or an app password' },
  { value: 'credentials', label: 'OAuth: the secret of an app, as at Microsoft 365' },
  { value: 'refresh', label: 'OAuth: a refresh token, as at Google' },
] as const;

/** Asks what opens the mailbox, besides the user name. */
async function askForSignIn(
  asker: Asker,
  variables: Variables,
  host: string,
): Promise<Variables & { password: string }> {
  const provider = PROVIDERS[host];
  const standing = standingOf(variables, 'IMAP_OAUTH_REFRESH_TOKEN')
    ? 'refresh'
    : standingOf(variables, 'IMAP_OAUTH_TOKEN_URL') || provider?.scope
      ? 'credentials'
      : 'password';
  const signIn = await asker.choose({
    id: 'imapSignIn',
    message: 'What opens it? (docs/deploy.md shows Microsoft 365 and Google)',
    choices: SIGN_INS,
    standing,
  });
  if (signIn === 'password') {
    const password = await asker.secret({
      id: 'imapPassword',
      message: 'Your password there',
      standing:
        parseImapUrl(variables.IMAP_URL)?.password ?? parseSmtpUrl(variables.SMTP_URL ?? '').password ?? '',
    });
    return { ...PASSWORD_ONLY, password };
  }
  const secret = (id: string, message: string, name: keyof typeof PASSWORD_ONLY) =>
    asker.secret({ id, message, standing: standingOf(variables, name) ?? '' });
  return {
    password: '',
    IMAP_OAUTH_TOKEN_URL: await asker.text({
      id: 'imapTokenUrl',
      message: 'The address of the token server',
      standing: standingOf(variables, 'IMAP_OAUTH_TOKEN_URL') ?? provider?.tokenUrl ?? '',
      read: readTokenUrl,
    }),
    IMAP_OAUTH_CLIENT_ID: await asker.text({
      id: 'imapClientId',
      message: 'The client ID of the app',
      standing: standingOf(variables, 'IMAP_OAUTH_CLIENT_ID') ?? '',
      read: readOptional,
    }),
    IMAP_OAUTH_CLIENT_SECRET: await secret('imapClientSecret', 'Its secret', 'IMAP_OAUTH_CLIENT_SECRET'),
    IMAP_OAUTH_REFRESH_TOKEN:
      signIn === 'refresh'
        ? await secret('imapRefreshToken', 'The refresh token', 'IMAP_OAUTH_REFRESH_TOKEN')
        : '',
    IMAP_OAUTH_SCOPE: await asker.text({
      id: 'imapScope',
      message: 'The scope (or none)',
      standing:
        standingOf(variables, 'IMAP_OAUTH_SCOPE') ?? (signIn === 'refresh' ? '' : (provider?.scope ?? '')),
      read: readUnlessNone(readOptional),
    }),
  };
}

const ANSWERED = [
  { value: 'look', label: 'I have answered: look for it' },
  { value: 'skip', label: 'Skip this' },
] as const;

/** Sends a mail, and looks for the operator's answer in the mailbox. @returns what is known of the mailbox from it */
async function askForAnswer(asker: Asker, account: Account, variables: Variables, replyTo: string) {
  const { MAIL_FROM: from = '', MAIL_TO: to = '', SMTP_URL = '' } = variables;
  const isWanted =
    SMTP_URL !== '' &&
    (await asker.confirm({
      id: 'testAnswer',
      message: `Send an email to ${to} now, and look for your answer to it in the mailbox?`,
      standing: replyTo !== variables.REPLY_TO,
      isDoneAtOnce: true,
    }));
  if (!isWanted) return undefined;
  const attempt = <T>(what: string, work: () => Promise<T>) =>
    asker.wait(what, work).catch((error: unknown) => {
      asker.show(`This could not be tested: ${messageOf(error)}`);
      return undefined;
    });
  const mail = { from, to, replyTo: replyTo.replace('+@', `+${randomUUID()}@`) };
  const server = parseSmtpUrl(SMTP_URL) as MailServer;
  const messageId = await attempt('Sending', () => sendMailToAnswer(server, mail));
  while (messageId !== undefined) {
    const done = await asker.choose({
      id: 'answered',
      message: `Answer that email, from any mail program. The answer goes to ${mail.replyTo}.`,
      choices: ANSWERED,
      standing: 'skip',
      isDoneAtOnce: true,
    });
    if (done === 'skip') break;
    const seen = await attempt('Looking for your answer, for a minute', () =>
      findAnswer(account, { messageId, replyTo: mail.replyTo }),
    );
    if (seen) {
      asker.show('Your answer is in the mailbox.');
      return seen;
    }
    asker.refuse(
      'answered',
      `No answer has come. Does ${mail.replyTo} deliver to this mailbox, and into its inbox?`,
    );
  }
  return undefined;
}

/**
 * Asks for the mailbox with the sellers' answers, and looks into it.
 *
 * @param variables those of before, with the answers about mail
 */
export async function askAboutMailbox(asker: Asker, variables: Variables, email: string): Promise<Variables> {
  const standing = parseImapUrl(variables.IMAP_URL);
  const host = await asker.text({
    id: 'imapHost',
    message: 'The IMAP server of the mailbox to which sellers answer (or none yet)',
    standing: standing?.host ?? '',
    example: 'imap.provider.com',
    read: readUnlessNone(readImapHost),
  });
  if (host === '') return NO_MAILBOX;
  for (;;) {
    const user = await asker.text({
      id: 'imapUser',
      message: 'Your user name there',
      standing: standing?.user ?? parseSmtpUrl(variables.SMTP_URL ?? '').user ?? '',
      read: readOptional,
    });
    const { password, ...oauth } = await askForSignIn(asker, variables, host);
    const opened = { IMAP_URL: imapUrlOf(host, user, password), ...oauth };
    const account = accountOf(parseEnvironment({ DATA_DIR: variables.DATA_DIR, ...opened }));
    if (!account) return NO_MAILBOX;
    const found = await asker.wait('Looking into the mailbox', () => tryMailbox(account));
    if (!('problem' in found))
      return { ...opened, ...(await askForAddress(asker, { variables, email, account, found })) };
    asker.refuse(password ? 'imapPassword' : 'imapSignIn', found.problem);
  }
}

type Opened = { variables: Variables; email: string; account: Account; found: { authservId: string } };

/** Asks to which address answers go, and tests it. */
async function askForAddress(asker: Asker, { variables, email, account, found }: Opened): Promise<Variables> {
  const address = await asker.text({
    id: 'replyTo',
    message: 'The address of this mailbox',
    standing: (standingOf(variables, 'REPLY_TO') ?? email).replace('+@', '@'),
    read: readEmail,
  });
  const hasTokens = await asker.confirm({
    id: 'replyTokens',
    message: `Does it also get mails to ${address.replace('@', '+anything@')}? Then answers find their enquiry more surely.`,
    standing: variables.REPLY_TO?.includes('+@') ?? false,
  });
  const replyTo = hasTokens ? address.replace('@', '+@') : address;
  const seen = await askForAnswer(asker, account, variables, replyTo);
  const authservId = await asker.text({
    id: 'authservId',
    message:
      'The name at the start of the line Authentication-Results in the emails you get (or none: then no reply is shown on the seller’s page)',
    standing: standingOf(variables, 'IMAP_AUTHSERV_ID') ?? (seen ?? found).authservId,
    read: readUnlessNone(readOptional),
  });
  return { IMAP_AUTHSERV_ID: authservId, REPLY_TO: replyTo };
}
