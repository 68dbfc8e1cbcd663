import { createTransport } from 'nodemailer';
import type { SendMail } from './delivery.ts';

/**
 * The time limit for sending one mail. It must stay well below the time for which a sender claims a notification
 * (a minute), or a second sender could send the mail again. The timeouts of the transport measure silence, so a
 * server that keeps trickling bytes never reaches them.
 */
const SEND_LIMIT_MS = 40_000;

/**
 * Returns a function that sends a mail through an SMTP server.
 *
 * @param url `smtps://user:password@host:465`, or `smtp://…`: STARTTLS where the server offers it, plain text where it does not
 * @see https://nodemailer.com/smtp
 */
export function createSmtpMailer(url: string): SendMail {
  const transport = createTransport({
    url,
    dnsTimeout: 5_000,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    // Mails contain only text, so nodemailer never has to read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (message) => {
    await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_LIMIT_MS) });
  };
}
