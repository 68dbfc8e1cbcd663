import { createHash } from 'node:crypto';
import { enquiryLink, withoutKeys } from '#lead/enquiry-key.ts';
import {
  composeAboutLead,
  firmThreadOf,
  messageIdOf,
  subjectAbout,
  timeInWords,
  type MailMessage,
  type MailSettings,
  type Row,
} from '../../supabase/functions/send-email/message.ts';
import type { Claim } from '../../supabase/functions/send-email/notifications.ts';
import type { Card } from '../cases/cards.ts';
import type { LeadEvent } from '../cases/events.ts';
import { replyAddressOf } from '../inbox/which-lead.ts';
import type { FirmDetails } from '../mail/firm-details.ts';
import { sellerHtml, sellerText, type Paragraph } from '../mail/seller-layout.ts';
import { calendarFile } from './dates.ts';
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

type MailToSeller = Exclude<SellerMail, { kind: 'asked' }>;
type MailToFirm = Extract<SellerMail, { kind: 'asked' }>;

type Words = {
  heading: string;
  /** Undefined for a mail in the thread of the enquiry, all of which have one subject. */
  subject?: string;
  /** Whether the mail is an automatic answer to what the seller sent, and not a message that staff have sent. */
  isReply: boolean;
  paragraphs: readonly Paragraph[];
};

function promiseInWords(promisedBy: Date, now: Date): string {
  return promisedBy > now
    ? `Someone here will read it and get in touch by ${timeInWords.format(promisedBy)} (UK time).`
    : 'Someone here will read it and get in touch as soon as we can.';
}

const DIGITS =
  'When you first open a link, it asks for the last four digits of the phone number you gave us, so that nobody else can read what you sent.';

const bracketsOf = (reference: string | null) => (reference === null ? '' : ` (reference ${reference})`);

const PLACES: Record<LinkedEnquiry['source'], string> = {
  valuation_form: 'Sent with the valuation form',
  chat_widget: 'Sent in the chat',
  import: 'Received',
};

function wordsOfNewLink(enquiries: readonly LinkedEnquiry[], siteUrl: string): Words {
  const isOne = enquiries.length === 1;
  return {
    heading: isOne ? 'Your new link' : 'Your new links',
    // Otherwise, it is about several enquiries.
    ...(!isOne && { subject: 'Your new links' }),
    isReply: true,
    paragraphs: [
      {
        text: isOne
          ? 'Here is the new link to your enquiry that you asked for.'
          : 'Here are the new links that you asked for, one to each enquiry with your address. If one of them is not yours, please tell us.',
      },
      ...enquiries.map(({ key, source, sentAt, reference }) => ({
        text: `${PLACES[source]} on ${timeInWords.format(sentAt)} (UK time)${reference === null ? '' : `, reference ${reference}`}.`,
        link: { label: 'Open this page', url: enquiryLink(siteUrl, key) },
      })),
      { text: DIGITS },
      {
        text: 'If you did not ask for this email, somebody typed your address on our website. They did not get a link.',
      },
    ],
  };
}

function wordsOfContactChange(
  mail: Extract<SellerMail, { kind: 'contact_changed' }>,
  siteUrl: string,
): Words {
  const { key, reference, at, hasOtherPhone, hasOtherEmail } = mail;
  const changed = [hasOtherEmail && 'email address', hasOtherPhone && 'phone number'].filter(Boolean);
  return {
    heading: 'The contact details of your enquiry were changed',
    // A warning must be seen, so it has a subject of its own.
    subject: `The contact details of your enquiry were changed${bracketsOf(reference)}`,
    isReply: false,
    paragraphs: [
      {
        text: `On ${timeInWords.format(at)} (UK time), somebody with a link to your enquiry gave us a new ${changed.join(' and a new ')}. If that was you, there is nothing to do.`,
      },
      key === undefined
        ? { text: 'If it was not you, please ring us.' }
        : {
            text: 'If it was not you, put the old details back. You will need the last four digits of the old phone number. The link works for seven days. Using it stops all other links to your enquiry.',
            link: { label: 'Put the old details back', url: enquiryLink(siteUrl, key) },
          },
    ],
  };
}

function wordsOfReply({ answers, key }: Extract<SellerMail, { kind: 'replied' }>, siteUrl: string): Words {
  const link = { label: 'Open your page', url: enquiryLink(siteUrl, key) };
  return {
    heading: 'We have answered',
    isReply: false,
    paragraphs: [
      ...answers.map(({ by, body }) => ({ text: withoutKeys(body), by })),
      ...(answers.some(({ is_to_complaint }) => is_to_complaint)
        ? [
            {
              text: 'If you are not satisfied with our answer to your complaint, your page says to whom you can turn.',
            },
          ]
        : []),
      answers.length > 0
        ? { text: `You can also read this on your page, and write back to us there. ${DIGITS}`, link }
        : { text: `Our answer is on your page. ${DIGITS}`, link },
    ],
  };
}

const inWords = {
  visit: (at: string) =>
    `We will come to see your property on ${timeInWords.format(new Date(at))} (UK time).`,
  call: (from: string, to: string) => `We will ring you ${callInWords({ starts_at: from, ends_at: to })}.`,
  offer: (day: string) => `The last day of our offer is ${dayInWords.format(new Date(day))}.`,
};

const NOUNS = { visit: 'Our visit', call: 'Our call', offer: 'The last day of our offer' };

function wordsOfDate(mail: Extract<SellerMail, { kind: 'date' }>, siteUrl: string): Words {
  const { entry, isMoved, isFormer, details, key } = mail;
  const { what, starts_at, ends_at, is_cancelled } = entry;
  const noun = NOUNS[what];
  const planned = inWords[what](starts_at, ends_at);
  const visitor = what === 'visit' && details?.visitor ? [`Who comes: ${withoutKeys(details.visitor)}`] : [];
  const place = what === 'visit' && details?.address ? [`Where: ${details.address}`] : [];
  const link = key === undefined ? {} : { link: { label: 'Open your page', url: enquiryLink(siteUrl, key) } };
  if (is_cancelled) {
    const [heading, text] = isFormer
      ? [
          'We now write to another address',
          `The email address of this enquiry was changed. So this email only takes ${noun.toLowerCase()} out of the calendar here. To ask what is planned, please ring us.`,
        ]
      : what === 'offer'
        ? [
            'The last day of our offer no longer applies',
            `This email takes ${dayInWords.format(new Date(starts_at))} out of your calendar.`,
          ]
        : [`${noun} is cancelled`, `This is cancelled: “${planned}”`];
    const more = { text: `Your page shows where your enquiry stands. ${DIGITS}`, ...link };
    return { heading, isReply: false, paragraphs: [{ text }, ...(key === undefined ? [] : [more])] };
  }
  return {
    heading: isMoved ? `${noun} has changed` : `${noun} is agreed`,
    isReply: false,
    paragraphs: [
      { text: [planned, ...visitor, ...place].join('\n') },
      { text: `This email has it for your calendar. Your page shows it too. ${DIGITS}`, ...link },
      {
        text: 'If it does not suit you, please ring us or write to us on your page. Pressing “Decline” in your calendar does not change it.',
      },
    ],
  };
}

/**
 * The words of a mail to a seller. They contain nothing that the sender of the form typed: otherwise anybody could use
 * the form to send their own words to a stranger. Only a mail to a confirmed address has the words of staff, who may quote it.
 */
function wordsOf(mail: MailToSeller, siteUrl: string, now: Date): Words {
  if (mail.kind === 'new_link') return wordsOfNewLink(mail.enquiries, siteUrl);
  if (mail.kind === 'contact_changed') return wordsOfContactChange(mail, siteUrl);
  if (mail.kind === 'replied') return wordsOfReply(mail, siteUrl);
  if (mail.kind === 'date') return wordsOfDate(mail, siteUrl);
  const { kind, key, promisedBy } = mail;
  const url = enquiryLink(siteUrl, key);
  switch (kind) {
    case 'received':
      return {
        heading: 'We have your enquiry',
        isReply: true,
        paragraphs: [
          { text: promiseInWords(promisedBy, now) },
          {
            text: `Your own page shows where your enquiry stands. There you can ask for a call at a time that suits you, write to us, or correct your phone number. ${DIGITS}`,
            link: { label: 'Open your page', url },
          },
          {
            text: 'If you did not send us an enquiry, somebody mistyped their address. Open the page and press “This is not mine”. We will send nothing more to your address. Nothing is deleted.',
            link: { label: 'This is not mine', url },
          },
        ],
      };
    case 'tried':
      return {
        heading: 'We tried to reach you',
        isReply: false,
        paragraphs: [
          { text: 'We tried to reach you about your enquiry and got no answer.' },
          {
            text: `On your page you can choose a time for a call, or write to us. ${DIGITS}`,
            link: { label: 'Open your page', url },
          },
        ],
      };
    case 'offer':
      return {
        heading: 'Our offer is on your page',
        isReply: false,
        paragraphs: [
          {
            text: `You can now read our offer on your page. It says how we worked it out, who buys, and when it ends. You can print it for your solicitor. ${DIGITS}`,
            link: { label: 'Read our offer', url },
          },
          {
            text: 'Nothing binds you yet. Take your time, and show the offer to somebody you trust.',
          },
        ],
      };
  }
}

/** The root of the thread of an enquiry's mails to the seller. Nobody can guess it, as a lead's id is random, and it opens nothing. */
const sellerThreadOf = (leadId: string, from: string) => messageIdOf(`enquiry-lead-${leadId}`, from);

/**
 * The part of a Message-ID before the @. It depends on the words, so that no mail system takes a repeat with other words, or
 * with a new link, for a copy. Without SMTP, the mail is a file with this name. When the lead is erased, the file is found by
 * the lead's id.
 */
const localPartOf = ({ kind, number, lead }: SellerMail, text: string) =>
  `${kind}-${number}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}-lead-${lead.id}`;

/** The entry for the seller's calendar that a mail brings. */
function calendarOf(mail: MailToSeller, { firm }: SellerMailSettings): Pick<MailMessage, 'icalEvent'> {
  const entry = 'entry' in mail ? mail.entry : undefined;
  if (!entry) return {};
  const method = entry.is_cancelled ? 'CANCEL' : 'REQUEST';
  const content = calendarFile([entry], {
    ...{ leadId: mail.lead.id, method, firm, now: mail.madeAt.toISOString(), attendee: mail.to },
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

function callInWords({ starts_at: from, ends_at: to }: SellerEvent['facts']): string {
  if (typeof from !== 'string' || typeof to !== 'string') return 'as soon as you can';
  return `between ${timeInWords.format(new Date(from))} and ${timeInWords.format(new Date(to))} (UK time)`;
}

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** What a seller did, in words for the mail's heading and for the rows above the seller's answers. */
function askedInWords({ kind, facts, text, texts }: SellerEvent): { heading: string; rows: Row[] } {
  switch (kind) {
    case 'written':
      return { heading: 'Message from their page', rows: [{ label: 'They wrote', value: text ?? '' }] };
    case 'call_wished':
      return {
        heading: 'Asks for a call',
        rows: [{ label: 'They would like a call', value: callInWords(facts) }],
      };
    case 'offer_answered':
      return {
        heading: facts.answer === 'go_ahead' ? 'Would like to go ahead' : 'Does not want our offer',
        rows: texts?.solicitor ? [{ label: 'Their solicitor', value: texts.solicitor }] : [],
      };
    case 'complained':
      return {
        heading: 'Complaint',
        rows: [
          { label: 'They complain', value: text ?? '' },
          { label: 'Answer by', value: dayInWords.format(new Date(String(facts.due_on))) },
        ],
      };
    case 'contact_corrected':
    case 'contact_restored':
      return {
        heading:
          kind === 'contact_corrected'
            ? 'Corrected phone or email'
            : 'Did not change phone or email: put back from the former address',
        rows: [
          ...(texts?.former_phone ? [{ label: 'Phone before', value: texts.former_phone }] : []),
          ...(texts?.former_email ? [{ label: 'Email before', value: texts.former_email }] : []),
        ],
      };
    case 'seller_stopped':
      return {
        heading: 'Asks us to stop',
        rows: [
          { label: 'What to do', value: 'Do not ring, email or message them about this enquiry again.' },
        ],
      };
    case 'address_refused':
      return {
        heading: 'Our email reached somebody else',
        rows: [
          {
            label: 'What happened',
            value:
              'The person who got our email says that this enquiry is not theirs. Nothing was deleted. We will send nothing more to that address.',
          },
          { label: 'What to do', value: 'Ring the seller and ask for their email address.' },
        ],
      };
    case 'digits_failed':
      return {
        heading: 'Wrong digits on a link from our email',
        rows: [
          {
            label: 'What happened',
            value:
              'Somebody entered the wrong last four digits of the phone number five times, so the link has stopped working. If it was the seller, they can get a new one.',
          },
        ],
      };
    case 'paper_added':
      return {
        heading: 'Sent pictures or papers',
        rows: [{ label: 'Where they are', value: 'In the lead at the desk, under “Pictures and papers”.' }],
      };
    default:
      return { heading: 'News from their page', rows: [] };
  }
}

const MERGED: Row = {
  label: 'Merged',
  value:
    'This enquiry was merged into another one, which is unchanged. Somebody else may have sent this one. Answer on its own page, and tell them nothing about the other.',
};

function composeToFirm(mail: MailToFirm, settings: MailSettings): MailMessage {
  const { madeAt, lead, events, isMerged } = mail;
  const asked = events.map(askedInWords);
  const { heading, rows } =
    asked.length === 1 && asked[0]
      ? asked[0]
      : {
          heading: `${asked.length} things from their page`,
          rows: asked.flatMap((one) => [{ label: 'What they did', value: one.heading }, ...one.rows]),
        };
  const message = composeAboutLead(lead, settings, {
    date: madeAt,
    heading: subjectAbout(heading, lead),
    footer: `Sent ${timeInWords.format(madeAt)} (UK time) from the seller’s own page. Lead ${lead.id}.`,
    before: isMerged ? [...rows, MERGED] : rows,
  });
  const thread = firmThreadOf(lead, settings.from);
  const messageId = messageIdOf(localPartOf(mail, message.text), settings.from);
  return { ...message, messageId, inReplyTo: thread, references: thread };
}

/** A mail of the seller's page, to the seller or to the firm. */
export function composeSellerMail(
  mail: SellerMail,
  settings: SellerMailSettings,
  now = new Date(),
): MailMessage {
  return mail.kind === 'asked' ? composeToFirm(mail, settings) : composeToSeller(mail, settings, now);
}
