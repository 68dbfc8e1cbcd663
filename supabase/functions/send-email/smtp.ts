import { createTransport } from 'nodemailer';
import type { SendMail } from './delivery.ts';

/**
 * How long one mail may take in all: well below the lease of a notification, after which another sender
 * would take it over. The transport's own limits count silence, and a slow server is never silent.
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
    // Only text goes into a mail: no file or address that a value could name is ever read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (message) => {
    await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_LIMIT_MS) });
  };
}
