import { createTransport } from 'nodemailer';
import type { SendMail } from './delivery.ts';

/**
 * The time limit for one mail, well below the lease of a notification. The transport's own timeouts do not stop a
 * server that is slow but never silent.
 */
const SEND_LIMIT_MS = 40_000;

/**
 * Sends through an SMTP server.
 *
 * @param url `smtps://user:password@host:465`, or `smtp://…` for STARTTLS where the server offers it
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
