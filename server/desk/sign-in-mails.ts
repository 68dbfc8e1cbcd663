import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';
import { escapeHtml, htmlDocument, type MailMessage } from '../../supabase/functions/send-email/message.ts';
import { createBackgroundWork } from '../background-work.ts';

export const KEYS = { passkey: 'passkey', app: 'authenticator app' } as const;

type StaffMail = {
  /** The same for every try, so that a mail system recognises a repeat. */
  id: string;
  from: string;
  to: string;
  deskUrl: string;
  subject: string;
  paragraphs: readonly string[];
};

/** Lays out a mail to staff. Web addresses in it are links. */
export function composeStaffMail({ id, deskUrl, paragraphs, ...mail }: StaffMail): MailMessage {
  const html = paragraphs.map(
    (text) => `<p>${escapeHtml(text).replaceAll(/https?:\/\/\S+[^\s.,:]/g, '<a href="$&">$&</a>')}</p>`,
  );
  return {
    ...mail,
    messageId: `<${id}@${new URL(deskUrl).hostname}>`,
    date: new Date(),
    text: `${paragraphs.join('\n\n')}\n`,
    html: htmlDocument(mail.subject, html.join('\n')),
  };
}

export type DeskMails = ReturnType<typeof createDeskMails>;

/**
 * The mails about signing in to the desk, the staff's app. Each is written after the response: the response's time would
 * tell whether there is an account.
 */
export function createDeskMails(sendMail: SendMail, from: string, deskUrl: string, log: Logger) {
  const background = createBackgroundWork();

  const sendNow = (to: string, subject: string, paragraphs: string[]) =>
    sendMail(composeStaffMail({ id: `desk-${randomUUID()}`, from, to, deskUrl, subject, paragraphs }));

  function send(to: string, subject: string, sentences: string[], isWanted?: () => Promise<boolean>): void {
    background.start(
      async () => {
        if (!isWanted || (await isWanted())) await sendNow(to, subject, sentences);
      },
      (error) => {
        log.error({ error: String(error), subject }, 'a mail of the desk could not be sent');
      },
    );
  }

  return {
    /** @param isWanted whether the address has an account */
    sendCode(to: string, code: string, isWanted: () => Promise<boolean>): void {
      const sentences = [
        `Your code is ${code}. It works once, for 10 minutes, at ${deskUrl}.`,
        'If you did not ask for it, somebody else typed your address. Without the code they get no further.',
      ];
      send(to, 'Your code for the desk', sentences, isWanted);
    },
    sendKeyAdded(to: readonly string[], { name, kind }: { name: string; kind: keyof typeof KEYS }): void {
      for (const recipient of to) {
        send(recipient, 'A new key for the desk', [
          `${name} has added a new ${KEYS[kind]} to their account on the desk, ${deskUrl}.`,
          `If that was not them, an owner should end their access now, at the desk under Settings, People: ${deskUrl}/#/people`,
        ]);
      }
    },
    /** Resolves when every mail has been sent or has failed. */
    settle: () => background.settle(),
  };
}
