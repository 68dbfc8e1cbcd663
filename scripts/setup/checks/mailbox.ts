import { mailboxNameOf } from '#server/inbox/imap-mailbox.ts';
import { accountOf } from '#server/inbox/oauth.ts';
import { tryMailbox } from '../imap-server.ts';
import type { CheckContext, Finding } from './check-context.ts';

/** Whether the mailbox with the sellers' answers can be read. */
export async function checkMailbox({ env }: CheckContext): Promise<Finding[]> {
  const account = accountOf(env);
  if (account === undefined)
    return [{ what: 'No mailbox is read (IMAP_URL is not set), so no email invites an answer.' }];
  const found = await tryMailbox(account);
  return 'problem' in found
    ? [
        {
          what: found.problem,
          mend: 'Set IMAP_URL (and IMAP_OAUTH_…) in .env anew: npm run setup asks for it.',
        },
      ]
    : [{ what: `The mailbox ${mailboxNameOf(account.url)} can be read.` }];
}
