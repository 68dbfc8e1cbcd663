/** The mails of the seller's page, and what those to the seller and those to the firm have in common. */
import { createHash } from 'node:crypto';
import { timeInWords, type MailSettings } from '../../supabase/functions/send-email/message.ts';
import type { Claim } from '../../supabase/functions/send-email/notifications.ts';
import type { Card } from '../cases/cards.ts';
import type { LeadEvent } from '../cases/events.ts';
import type { FirmDetails } from '../mail/firm-details.ts';
import type { DateFacts } from './events.ts';

export type SellerMailSettings = MailSettings & {
  siteUrl: string;
  firm: FirmDetails;
  /** The address to which sellers answer (REPLY_TO); undefined if no answer would come into the record. */
  replyTo?: string | undefined;
};

/** What a seller did on their own page. */
export type SellerEvent = Pick<LeadEvent, 'kind' | 'facts' | 'text' | 'texts'>;

/** What a member of staff, by the first name, has answered. */
type Answer = { by: string; body: string; is_to_complaint: boolean };

/** An enquiry to which a mail has a new link. */
export type LinkedEnquiry = {
  key: string;
  source: Card['source'];
  sentAt: Date;
  reference: string | null;
};

/** A mail of the seller's page: to the seller, or (`asked`) to the firm. */
export type SellerMail = Pick<Claim, 'number' | 'madeAt' | 'lead'> &
  (
    | {
        kind: 'received' | 'tried' | 'offer';
        to: string;
        /** The key for the mail's link. */
        key: string;
        reference: string | null;
        promisedBy: Date;
        /** The last day of the offer that the mail tells of. */
        entry?: DateFacts | undefined;
      }
    | {
        kind: 'date';
        to: string;
        /** Undefined if the mail has no link: the enquiry has ended, or the address is a former one. */
        key: string | undefined;
        reference: string | null;
        entry: DateFacts;
        /** Whether the seller was mailed about an earlier version. */
        isMoved: boolean;
        /** Whether the seller has another address now. */
        isFormer: boolean;
        /** What was typed; undefined for an address that is not confirmed. */
        details: { visitor: string | null; address: string } | undefined;
      }
    | {
        kind: 'replied';
        to: string;
        key: string;
        reference: string | null;
        /** The earliest first. Empty if the address is not confirmed: the mail then says only that there is an answer. */
        answers: readonly Answer[];
      }
    | {
        kind: 'new_link';
        to: string;
        /** All enquiries of the address, the newest first. */
        enquiries: readonly LinkedEnquiry[];
      }
    | {
        kind: 'contact_changed';
        /** The address before the change. */
        to: string;
        /** The key that undoes the change; undefined if it can no longer be undone. */
        key: string | undefined;
        reference: string | null;
        at: Date;
        hasOtherPhone: boolean;
        hasOtherEmail: boolean;
      }
    | {
        kind: 'asked';
        events: readonly SellerEvent[];
        /** Whether staff have merged the lead into another one. */
        isMerged: boolean;
      }
  );

export type MailToSeller = Exclude<SellerMail, { kind: 'asked' }>;
export type MailToFirm = Extract<SellerMail, { kind: 'asked' }>;

/**
 * The part of a Message-ID before the @. It depends on the words, so that no mail system takes a repeat with other words, or
 * with a new link, for a copy. Without SMTP, the mail is a file with this name. When the lead is erased, the file is found by
 * the lead's id.
 */
export const localPartOf = ({ kind, number, lead }: SellerMail, text: string) =>
  `${kind}-${number}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}-lead-${lead.id}`;

export const bracketsOf = (reference: string | null) =>
  reference === null ? '' : ` (reference ${reference})`;

export function callInWords({ starts_at: from, ends_at: to }: SellerEvent['facts']): string {
  if (typeof from !== 'string' || typeof to !== 'string') return 'as soon as you can';
  return `between ${timeInWords.format(new Date(from))} and ${timeInWords.format(new Date(to))} (UK time)`;
}

export const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
