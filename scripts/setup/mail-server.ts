/** Tries a mail server: connects, signs in, sends. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { LOOPBACK } from '#server/env.ts';
import type { Read } from './asker.ts';

export type MailServer = { host: string; port: number; user: string; password: string };

const TIMEOUT_MS = 10_000;

/** The variable `SMTP_URL`. Port 465 is encrypted from the beginning, the others with STARTTLS. */
export function smtpUrlOf({ host, port, user, password }: MailServer): string {
  const scheme = port === 465 ? 'smtps' : 'smtp';
  const credentials = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${scheme}://${credentials}${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

export function parseSmtpUrl(text: string): Partial<MailServer> {
  const url = URL.parse(text);
  if (!url) return {};
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function open({ host, port, user, password }: MailServer) {
  return createTransport({
    host,
    port,
    secure: port === 465,
    // A password must not cross the internet as plain text.
    requireTLS: !LOOPBACK.includes(host),
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type SmtpError = Error & { code?: string; command?: string; response?: string };

export async function readMailHost(typed: string): Promise<Read<string>> {
  try {
    await lookup(typed);
    return { value: typed };
  } catch {
    return {
      problem: `There is no machine named "${typed}". Your mail provider's help names its SMTP server.`,
    };
  }
}

function describeConnection({ host, port }: MailServer, { code = '', message }: SmtpError): string {
  if (message.includes('ECONNREFUSED')) {
    return `${host} takes no connections on port ${port}. Most mail providers use 465 or 587.`;
  }
  if (code === 'ETIMEDOUT') {
    return `${host} does not answer on port ${port}. Your hosting firm may block it: try 465, 587 or 2525, or ask there.`;
  }
  if (code === 'ETLS') {
    return `${host} cannot encrypt on port ${port} (${message}). Use 465 or 587.`;
  }
  return `The connection to ${host}, port ${port}, failed: ${message}. Check the name and the port.`;
}

/** Connects, and signs in if there is a user name. @returns what is wrong; undefined if nothing is */
export async function findServerProblem(server: MailServer): Promise<string | undefined> {
  const transport = open(server);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code, response, message } = error as SmtpError;
    if (code !== 'EAUTH') return describeConnection(server, error as SmtpError);
    return `${server.host} refuses this user name with this password: ${response ?? message}. Some providers want a password made for programs (an "app password").`;
  } finally {
    transport.close();
  }
}

export type Mail = { from: string; to: string; brand: string };

/** Sends a mail as the server does. @returns which address was refused, and why */
export async function sendTestMail(
  server: MailServer,
  { from, to, brand }: Mail,
): Promise<{ refused: 'mailFrom' | 'mailTo'; problem: string } | undefined> {
  const transport = open(server);
  try {
    await transport.sendMail({
      from,
      to,
      subject: `A test email from the website of ${brand}`,
      text: `This email shows that the website of ${brand} can send email to you.\n\nFrom now on, each enquiry comes to this inbox. There is nothing to answer.\n`,
    });
    return undefined;
  } catch (error) {
    const { command, response, message } = error as SmtpError;
    const reason = response ?? message;
    return command === 'RCPT TO'
      ? {
          refused: 'mailTo',
          problem: `The mail server does not deliver to ${to}: ${reason}. Check the address.`,
        }
      : {
          refused: 'mailFrom',
          problem: `The mail server does not send as ${from}: ${reason}. Use an address that belongs to your account.`,
        };
  } finally {
    transport.close();
  }
}

/**
 * Sends a mail that the operator answers, to test the mailbox.
 *
 * @returns its Message-ID
 * @throws {Error} from the network or the mail server
 */
export async function sendMailToAnswer(
  server: MailServer,
  { from, to, replyTo }: Omit<Mail, 'brand'> & { replyTo: string },
): Promise<string> {
  const transport = open(server);
  try {
    const { messageId } = await transport.sendMail({
      from,
      to,
      replyTo,
      subject: 'Please answer this test email',
      text: 'Your answer shows that the website can read the mailbox to which sellers answer. Any words will do.\n',
    });
    return messageId;
  } finally {
    transport.close();
  }
}
