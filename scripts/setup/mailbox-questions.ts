import type { Asker } from './asker.ts';
import type { Variables } from './env-file.ts';
import { imapUrlOf, parseImapUrl, readImapHost, tryMailbox } from './imap-server.ts';
import { parseSmtpUrl } from './mail-server.ts';
import { readEmail, readOptional, readUnlessNone } from './read-settings.ts';
import { standingOf } from './standing.ts';

const NO_MAILBOX = { IMAP_URL: '', IMAP_AUTHSERV_ID: '', REPLY_TO: '' };

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
  const smtp = parseSmtpUrl(variables.SMTP_URL ?? '');
  let url = '';
  let found: Awaited<ReturnType<typeof tryMailbox>> = { problem: '' };
  while ('problem' in found) {
    const user = await asker.text({
      id: 'imapUser',
      message: 'Your user name there',
      standing: standing?.user ?? smtp.user ?? '',
      read: readOptional,
    });
    const password = await asker.secret({
      id: 'imapPassword',
      message: 'Your password there',
      standing: standing?.password ?? smtp.password ?? '',
    });
    url = imapUrlOf(host, user, password);
    found = await asker.wait('Looking into the mailbox', () => tryMailbox(url));
    if ('problem' in found) asker.refuse('imapPassword', found.problem);
  }
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
  const authservId = await asker.text({
    id: 'authservId',
    message:
      'The name at the start of the line Authentication-Results in the emails you get (or none: then no reply is shown on the seller’s page)',
    standing: standingOf(variables, 'IMAP_AUTHSERV_ID') ?? found.authservId,
    read: readUnlessNone(readOptional),
  });
  return {
    IMAP_URL: url,
    IMAP_AUTHSERV_ID: authservId,
    REPLY_TO: hasTokens ? address.replace('@', '+@') : address,
  };
}
