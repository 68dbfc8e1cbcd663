import type { Sender } from '../database/codes.ts';
import type { ReadMail } from './read-mail.ts';

/** Takes the comments out, which are in parentheses and may be nested. */
function withoutComments(value: string): string {
  let text = value;
  for (let before = ''; before !== text;) [before, text] = [text, text.replace(/\([^()]*\)/g, ' ')];
  return text;
}

/**
 * Whether the server that received the mail says that the domain of its sender stands for it (DMARC). Only the topmost result
 * counts, and only if it is that server's own: whoever sends a mail can write such headers too, but below.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8601
 */
function isProven({ header, from }: ReadMail, authservId: string | undefined): boolean {
  const [topmost] = header('authentication-results');
  if (topmost === undefined || authservId === undefined || from === undefined || topmost.length > 10_000)
    return false;
  // A quoted text may be the sender's own, such as the part of an address before the @.
  const [server = '', ...results] = withoutComments(topmost.replace(/"(?:[^"\\]|\\.)*"/g, '""')).split(';');
  if (server.trim().split(/\s+/)[0]?.toLowerCase() !== authservId.toLowerCase()) return false;
  const [dmarc = '', another] = results.filter((result) => /^\s*dmarc\s*=/i.test(result));
  const [, domain] = /\bheader\.from\s*=\s*"?([\w.-]+)/i.exec(dmarc) ?? [];
  const [, ofSender = ''] = /@([^@]+)$/.exec(from) ?? [];
  return (
    another === undefined &&
    /^\s*dmarc\s*=\s*pass\b/i.test(dmarc) &&
    (domain === undefined || `.${ofSender}`.endsWith(`.${domain.toLowerCase()}`))
  );
}

type Known = {
  /** The seller's address in lower case. */
  email: string | null;
  /** Whether the seller has shown that the address is theirs. */
  isConfirmed: boolean;
  /** Whether the mail names an address of the firm, or of a member of staff. */
  isOurs: boolean;
  /** The name with which the receiving server begins its `Authentication-Results`. */
  authservId: string | undefined;
};

/** Who wrote a mail, as far as that is known. A seller's address that is also the firm's, as in a rehearsal, is a seller's. */
export function senderOf(mail: ReadMail, { email, isConfirmed, isOurs, authservId }: Known): Sender {
  if (email !== null && mail.from === email)
    return isConfirmed && isProven(mail, authservId) ? 'seller' : 'unproven';
  if (!isOurs) return 'other_address';
  return isProven(mail, authservId) ? 'firm' : 'firm_unproven';
}
