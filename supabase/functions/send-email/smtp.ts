import { createTransport } from 'nodemailer';
import type { SendMail } from './delivery.ts';
import { UNANSWERED } from './notifications.ts';

const MINUTE_MS = 60_000;

/**
 * How long to wait for a mail server: five minutes for the greeting, and ten minutes of silence at any later step. RFC
 * 5321 asks for no more. A content scanner can take minutes to answer after the message. An SMTP client that gives up
 * earlier delivers the mail again and again.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2
 */
const TIMEOUTS = {
  // Covers the greeting and STARTTLS as well.
  connectionTimeout: 10 * MINUTE_MS,
  greetingTimeout: 5 * MINUTE_MS,
  socketTimeout: 10 * MINUTE_MS,
};

/** The mail server received the whole message and did not answer: it may or may not deliver the mail. */
class UnansweredError extends Error {
  override name = 'UnansweredError';
  code = UNANSWERED;
}

/**
 * Returns a function that sends a mail through an SMTP server.
 *
 * @param url `smtps://user:password@host:465`; or `smtp://…`, which uses STARTTLS where the server offers it and plain
 *   text where it does not
 * @see https://nodemailer.com/smtp
 */
export function createSmtpMailer(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): SendMail {
  return async (message, signal) => {
    const transport = createTransport({
      url,
      ...TIMEOUTS,
      ...timeouts,
      // Mails contain only text, so nodemailer never has to read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // Becomes complete when nodemailer has read the message to its end, to hand it to the server.
    const handOver = { isComplete: false };
    transport.use('stream', ({ message: compiled }, done) => {
      compiled.processFunc((stream) => stream.once('end', () => (handOver.isComplete = true)));
      done();
    });
    try {
      await transport.sendMail({ ...message, signal });
    } catch (cause) {
      const isResponse = cause instanceof Error && 'responseCode' in cause;
      if (handOver.isComplete && !isResponse) {
        throw new UnansweredError('The mail server did not answer after the message.', { cause });
      }
      throw cause;
    }
  };
}
