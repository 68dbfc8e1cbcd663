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
  // It goes out all the same if the page is open: an answer to a complaint must be in writing.
  if (kind === 'complaint_answered' && mail.state === 'waiting') return 'It is emailed in about two minutes.';
  return mail.sent_at === null ? STATE_WORDS[mail.state] : `Emailed ${timeInWords(mail.sent_at, nowMs)}.`;
}

/** What the email for the seller's calendar says of a visit. */
export function calendarMailWords({ no_mail, is_confirmed }: SellersPage): string {
  if (no_mail !== null) return `No email goes out: ${NO_MAIL[no_mail]}`;
  return is_confirmed
    ? 'An email for their calendar has it too, with the time and the address of the property.'
    : 'An email for their calendar has the time only, because their email address is not confirmed yet.';
}
