import { mailboxNameOf } from '#server/inbox/imap-mailbox.ts';
import { tryMailbox } from '../imap-server.ts';
import type { CheckContext, Finding } from './check-context.ts';

/** Whether the mailbox with the sellers' answers can be read. */
export async function checkMailbox({ env: { IMAP_URL: url } }: CheckContext): Promise<Finding[]> {
  if (url === undefined)
    return [{ what: 'No mailbox is read (IMAP_URL is not set), so no email invites an answer.' }];
  const found = await tryMailbox(url);
  return 'problem' in found
    ? [{ what: found.problem, mend: 'Set IMAP_URL in .env anew: npm run setup asks for it.' }]
    : [{ what: `The mailbox ${mailboxNameOf(url)} can be read.` }];
}
