const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * What an e-mail address is counted by: the mailbox to which its mails go, however it is written. Most mail servers ignore
 * what follows a plus sign, and Gmail ignores dots too. If a server does not, its mailboxes share a limit.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? [];
  const untagged = name.replace(/(?<=.)\+.*$/s, '');
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
