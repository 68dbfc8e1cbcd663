import { enquiryLink, withoutKeys } from '#lead/enquiry-key.ts';
import { timeInWords } from '../../supabase/functions/send-email/message.ts';
import type { Paragraph } from '../mail/seller-layout.ts';
import {
  bracketsOf,
  callInWords,
  dayInWords,
  type LinkedEnquiry,
  type MailToSeller,
  type SellerMail,
} from './seller-mail.ts';

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
export function wordsOf(mail: MailToSeller, siteUrl: string, now: Date): Words {
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
