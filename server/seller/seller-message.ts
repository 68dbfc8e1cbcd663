import { messageIdOf, type MailMessage } from '../../supabase/functions/send-email/message.ts';
import { replyAddressOf } from '../inbox/which-lead.ts';
import { sellerHtml, sellerText } from '../mail/seller-layout.ts';
import { calendarFile } from './dates.ts';
import { composeToFirm } from './mail-to-firm.ts';
import {
  bracketsOf,
  localPartOf,
  type MailToSeller,
  type SellerMail,
  type SellerMailSettings,
} from './seller-mail.ts';
import { wordsOf } from './words-to-seller.ts';

/** The root of the thread of an enquiry's mails to the seller. Nobody can guess it, as a lead's id is random, and it opens nothing. */
const sellerThreadOf = (leadId: string, from: string) => messageIdOf(`enquiry-lead-${leadId}`, from);

/** The entry for the seller's calendar that a mail brings. */
function calendarOf(mail: MailToSeller, { firm }: SellerMailSettings): Pick<MailMessage, 'icalEvent'> {
  const entry = 'entry' in mail ? mail.entry : undefined;
  if (!entry) return {};
  const method = entry.is_cancelled ? 'CANCEL' : 'REQUEST';
  const content = calendarFile([entry], {
    ...{ method, firm, now: mail.madeAt.toISOString(), attendee: mail.to },
    details: 'details' in mail ? mail.details : undefined,
  });
  return { icalEvent: { method, filename: 'date.ics', content } };
}

function composeToSeller(mail: MailToSeller, settings: SellerMailSettings, now: Date): MailMessage {
  const { from, firm, siteUrl, replyTo } = settings;
  const { heading, subject, isReply, paragraphs } = wordsOf(mail, siteUrl, now);
  const reference = mail.kind === 'new_link' ? (mail.enquiries[0]?.reference ?? null) : mail.reference;
  const contents = {
    heading,
    paragraphs: [
      ...paragraphs,
      ...(paragraphs.some(({ link }) => link)
        ? [
            {
              text: 'Anyone with the link can see where your enquiry stands. Please do not forward this email.',
            },
          ]
        : []),
      {
        text: `You can also ring us on ${firm.phone} (${firm.hours})${replyTo ? ', or reply to this email' : ''}.`,
      },
    ],
    footer: [firm.brand, firm.legal],
  };
  const text = sellerText(contents);
  const thread = sellerThreadOf(mail.lead.id, from);
  return {
    messageId: messageIdOf(localPartOf(mail, text), from),
    inReplyTo: thread,
    references: thread,
    date: mail.madeAt,
    from,
    // An object and not a string, because a string with a comma would be read as several addresses.
    to: { name: '', address: mail.to },
    replyTo: { name: firm.brand, address: replyTo ? replyAddressOf(mail.lead.id, replyTo) : firm.email },
    subject: subject ?? `Your enquiry${bracketsOf(reference)}`,
    headers: { 'Auto-Submitted': isReply ? 'auto-replied' : 'auto-generated' },
    text,
    html: sellerHtml(contents),
    ...calendarOf(mail, settings),
  };
}

/** A mail of the seller's page, to the seller or to the firm. */
export function composeSellerMail(
  mail: SellerMail,
  settings: SellerMailSettings,
  now = new Date(),
): MailMessage {
  return mail.kind === 'asked' ? composeToFirm(mail, settings) : composeToSeller(mail, settings, now);
}
