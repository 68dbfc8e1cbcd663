import { createHash, randomUUID } from 'node:crypto';
import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime';
import { plainText } from '../cases/plain-text.ts';

/** So much of a mail is read. The rest of a larger one, mostly pictures, stays in the mailbox. */
export const MOST_BYTES = 2 * 1024 ** 2;

/** The same for a mail that is proven to be the seller's, whose pictures go to the papers. */
export const MOST_BYTES_WITH_FILES = 36 * 1024 ** 2;

/** So much is enough for the headers. A mail that does not answer one of ours is not read any further. */
export const HEAD_BYTES = 64 * 1024;

export type Attached = {
  name: string;
  type: string;
  method: string;
  bytes: Uint8Array;
  /** Whether it belongs into the HTML, as the logo of a signature does. */
  isWithinText: boolean;
};

export type ReadMail = {
  /** Tells this mail from any other. Two copies that came on different ways have the same. */
  hash: Buffer;
  /** The Message-IDs of the mails that it answers, the closest first. */
  answers: string[];
  /** The addresses that it went to. */
  recipients: string[];
  /** The sender's address in lower case; undefined unless the mail names exactly one sender. */
  from: string | undefined;
  /** The header `From` as it is, for people to read. */
  fromInWords: string;
  subject: string;
  /** The whole text; empty if it has none. */
  text: string;
  attachments: Attached[];
  /** The values of a header, from the top. */
  header: (name: string) => string[];
};

const MESSAGE_ID = /<[^<>\s]{1,250}@[^<>\s]{1,250}>/g;

/** At most so many Message-IDs of a mail are looked up: a header can have thousands. */
const MOST_IDS = 50;

/** The addresses in headers such as `To`, in lower case. */
export const addressesIn = (values: readonly string[]) =>
  values
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => address?.toLowerCase() ?? []);

const asBytes = ({ content }: Attachment) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

/** The text of a mail that has only HTML. The library makes it for a mail that also has a text, so it gets an empty one. */
async function textOfHtml(html: string): Promise<string> {
  const boundary = randomUUID();
  const parts = ['plain; charset=utf-8\r\n', `html; charset=utf-8\r\n\r\n${html}`];
  const body = parts.map((part) => `--${boundary}\r\nContent-Type: text/${part}\r\n`).join('');
  const { text } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${body}--${boundary}--\r\n`,
  );
  return text ?? '';
}

/** What somebody typed, without characters that cannot be stored or that mislead. */
const plain = (typed: string | null | undefined) =>
  plainText((typed ?? '').replaceAll('\0', '').toWellFormed()) ?? '';

/** Whether a mail says that it, or a part of it, is in UTF-7, which the library does not know. */
const isUtf7 = (bytes: Uint8Array) =>
  /^content-type:.*(?:\r?\n[\t ].*)*charset\s*=\s*"?utf-7/im.test(
    Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'),
  );

/**
 * Decodes UTF-7: the text is ASCII, with other characters as base64 between `+` and `-`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2152
 */
const fromUtf7 = (text: string) =>
  text.replace(/\+(?:-|([A-Za-z\d+/]{3,})-?)/g, (_whole, base64: string | undefined) => {
    if (base64 === undefined) return '+';
    const bytes = Buffer.from(base64, 'base64');
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  });

async function read(mail: Email, decode: (text: string) => string): Promise<ReadMail> {
  const header = (name: string) =>
    mail.headers.flatMap(({ key, value }) =>
      key === name.toLowerCase() ? [value.slice(0, HEAD_BYTES)] : [],
    );
  const idsIn = (name: string) => header(name).flatMap((value) => value.match(MESSAGE_ID) ?? []);
  const [from, another] = addressesIn(header('from'));
  const text = plain(decode(mail.text ?? (await textOfHtml(mail.html ?? ''))));
  const hash = createHash('sha256');
  for (const part of [mail.messageId, mail.date, header('from').join(), mail.subject, text]) {
    hash.update(`${part ?? ''}\0`);
  }
  return {
    hash: hash.digest(),
    answers: [...idsIn('in-reply-to'), ...idsIn('references').reverse()].slice(0, MOST_IDS),
    recipients: addressesIn(['to', 'cc', 'delivered-to', 'x-original-to'].flatMap(header)).slice(0, MOST_IDS),
    from: another === undefined ? from : undefined,
    fromInWords: plain(header('from').join(', ')),
    subject: plain(mail.subject),
    text,
    attachments: mail.attachments.map((attachment) => ({
      name: plain(attachment.filename),
      type: attachment.mimeType,
      method: attachment.method ?? '',
      bytes: asBytes(attachment),
      isWithinText: attachment.related ?? false,
    })),
    header,
  };
}

/**
 * Reads a mail, or the beginning of one. The text of a mail that has only HTML is made from the HTML. A mail within the mail
 * is an attachment.
 *
 * @returns undefined if it cannot be read: its headers or its parts do not end
 */
export async function readMail(bytes: Uint8Array): Promise<ReadMail | undefined> {
  try {
    const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 100 });
    return await read(mail, isUtf7(bytes) ? fromUtf7 : (text) => text);
  } catch {
    return undefined;
  }
}
