import type { Logger } from 'pino';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { createSmtpMailer } from '../../supabase/functions/send-email/smtp.ts';
import type { Environment } from '../env.ts';
import { createEmlOutbox } from './eml-outbox.ts';

/** Sends mails by SMTP, or writes them to files if no SMTP server is configured. */
export function openMailer({ SMTP_URL, MAIL_TO }: Environment, outbox: string, log: Logger): SendMail {
  if (!SMTP_URL) {
    log.warn({ outbox }, 'SMTP_URL is not set: mails are written to files');
    return createEmlOutbox(outbox);
  }
  if (MAIL_TO.endsWith('.example'))
    log.warn('MAIL_TO is an example email address: no email will reach anybody');
  return createSmtpMailer(SMTP_URL);
}
