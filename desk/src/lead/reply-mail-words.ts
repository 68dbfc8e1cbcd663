import { NO_MAIL, type NoMail } from '#server/database/codes.ts';
import type { LeadEvent, SellersPage } from '../api/types.ts';
import { timeInWords } from '../lib/london.ts';

const STATE_WORDS: Record<SellersPage['replies'][number]['state'], string> = {
  sent: 'Emailed',
  read: 'Not emailed: they read it on their page first.',
  cancelled: 'Not emailed: it was taken back.',
  failed: 'Not emailed: the email could not be sent.',
  retrying: 'Not emailed yet: it will be tried again.',
  waiting: 'The email waits two minutes, in case they read it on their page.',
};

/** What became of the mail about an answer of staff; undefined for any other event. */
export function replyMailWords(
  { id, kind, facts: { no_mail } }: LeadEvent,
  { replies }: SellersPage,
  nowMs: number,
): string | undefined {
  if (!['replied', 'complaint_answered'].includes(kind) || no_mail === undefined) return undefined;
  if (typeof no_mail === 'string') return `Not emailed. ${NO_MAIL[no_mail as NoMail]}`;
  const mail = replies.find(({ event_id }) => Number(event_id) >= Number(id));
  if (!mail) return undefined;
  return mail.sent_at === null ? STATE_WORDS[mail.state] : `Emailed ${timeInWords(mail.sent_at, nowMs)}.`;
}
