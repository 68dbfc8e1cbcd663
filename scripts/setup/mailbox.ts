/** A mailbox in the header of a mail: an e-mail address, or a name with the address in angle brackets. */
export const mailboxOf = (name: string, address: string) =>
  `${/[^\p{L}\p{N} &'.-]/u.test(name) ? JSON.stringify(name) : name} <${address}>`;

export const addressOf = (mailbox: string) => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;

/** The domain of a mailbox; empty if it has none. */
export const domainOf = (mailbox: string) => /@([^>\s]+)>?\s*$/.exec(mailbox)?.[1] ?? '';
