import type { ReturnReason } from '../database/codes.ts';
import { addressesIn, readMail, type ReadMail } from './read-mail.ts';

/** A mail server's report about a mail of ours. */
export type Report = {
  /** `mail_returned`: it did not arrive. `mail_complained`: the recipient has marked it as spam. */
  kind: 'mail_returned' | 'mail_complained';
  reason: ReturnReason;
  /** The Message-IDs of the mail that it is about. */
  about: string[];
  /** The addresses that the mail went to, as far as the report says so. */
  to: string[];
};

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes.slice(0, 64 * 1024));

/** @see https://www.iana.org/assignments/smtp-enhanced-status-codes */
function reasonOf(status: string): ReturnReason {
  if (/^\d\.1\.(?:[0-6]|10)$/.test(status)) return 'no_such_address';
  if (/^\d\.2\.2$/.test(status)) return 'mailbox_full';
  if (/^\d\.2\.[01]$/.test(status)) return 'mailbox_closed';
  if (/^\d\.4\./.test(status)) return 'unreachable';
  if (/^\d\.7\./.test(status)) return 'refused';
  return 'unknown';
}

export const isReport = ({ header }: ReadMail) =>
  header('content-type').some((value) => /^multipart\/report\b/i.test(value.trim()));

/**
 * Reads the report of a mail server: that a mail was not delivered, or that its recipient has complained. Undefined for any
 * other mail, and for a report that a mail is late or has arrived.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3464 and https://www.rfc-editor.org/rfc/rfc5965
 */
export async function readReport(report: ReadMail): Promise<Report | undefined> {
  if (!isReport(report)) return undefined;
  const { attachments, answers } = report;
  const partOf = (...types: string[]) => attachments.find(({ type }) => types.includes(type));
  const original = partOf(
    'message/rfc822',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global',
  );
  const mail = original && (await readMail(original.bytes));
  const about = [...(mail?.header('message-id') ?? []), ...answers];
  const to = addressesIn(mail?.header('to') ?? []);
  if (partOf('message/feedback-report')) return { kind: 'mail_complained', reason: 'unknown', about, to };
  const status = partOf('message/delivery-status', 'message/global-delivery-status');
  const fields = status ? decode(status.bytes) : '';
  if (!/^action:\s*failed\b/im.test(fields)) return undefined;
  const recipients = [...fields.matchAll(/^(?:final|original)-recipient:[^;\n]*;\s*<?([^\s<>]+)/gim)].map(
    ([, address = '']) => address.toLowerCase(),
  );
  const [, code = ''] = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(fields) ?? [];
  return { kind: 'mail_returned', reason: reasonOf(code), about, to: to.length > 0 ? to : recipients };
}
