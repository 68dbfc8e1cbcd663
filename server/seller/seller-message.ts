import { enquiryLink } from '#lead/enquiry-key.ts';
import {
  composeAboutLead,
  escapeHtml,
  htmlDocument,
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
import type { FirmDetails } from '../mail/firm-details.ts';

export type SellerMailSettings = MailSettings & { siteUrl: string; firm: FirmDetails };

/** What a seller did on their own page. */
export type SellerEvent = Pick<LeadEvent, 'kind' | 'facts' | 'text' | 'texts'>;

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

/** A paragraph of a mail, which may end with a link. */
type Paragraph = { text: string; link?: { label: string; url: string } };

type Words = {
  subject: string;
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
  'It asks once for the last four digits of the phone number you gave us, so that nobody else can read what you sent.';

const bracketsOf = (reference: string | null) => (reference === null ? '' : ` (reference ${reference})`);

const PLACES: Record<LinkedEnquiry['source'], string> = {
  valuation_form: 'Sent with the valuation form',
  chat_widget: 'Sent in the chat',
  import: 'Received',
};

function wordsOfNewLink(enquiries: readonly LinkedEnquiry[], siteUrl: string): Words {
  const [only, ...others] = enquiries;
  const isOne = others.length === 0;
  return {
    subject: isOne ? `Your new link${bracketsOf(only?.reference ?? null)}` : 'Your new links',
    isReply: true,
    paragraphs: [
      {
        text: isOne
          ? 'Here is the new link to your enquiry that you asked for.'
          : 'Here are the new links that you asked for, one to each enquiry with your address. If one of them is not yours, please tell us.',
      },
      ...enquiries.map(({ key, source, sentAt, reference }) => ({
        text: `${PLACES[source]} on ${timeInWords.format(sentAt)} (UK time)${bracketsOf(reference)}.`,
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

/**
 * The words of a mail to a seller. They contain nothing that the sender of the form typed: otherwise anybody could use
 * the form to send their own words to a stranger.
 */
function wordsOf(mail: MailToSeller, siteUrl: string, now: Date): Words {
  if (mail.kind === 'new_link') return wordsOfNewLink(mail.enquiries, siteUrl);
  if (mail.kind === 'contact_changed') return wordsOfContactChange(mail, siteUrl);
  const { kind, key, reference, promisedBy } = mail;
  const url = enquiryLink(siteUrl, key);
  const inBrackets = bracketsOf(reference);
  switch (kind) {
    case 'received':
      return {
        subject: `We have your enquiry${inBrackets}`,
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
        subject: `We tried to reach you${inBrackets}`,
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
        subject: `Our offer is on your page${inBrackets}`,
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

const textOf = ({ text, link }: Paragraph) => (link ? `${text}\n${link.label}: ${link.url}` : text);

const htmlOf = ({ text, link }: Paragraph) =>
  `<p>${escapeHtml(text)}${link ? `<br><a href="${escapeHtml(link.url)}">${link.label}</a>` : ''}</p>`;

function composeToSeller(mail: MailToSeller, settings: SellerMailSettings, now: Date): MailMessage {
  const { from, firm, siteUrl } = settings;
  const { subject, isReply, paragraphs } = wordsOf(mail, siteUrl, now);
  const all: Paragraph[] = [
    ...paragraphs,
    ...(paragraphs.some(({ link }) => link)
      ? [
          {
            text: 'Anyone with the link can see where your enquiry stands. Please do not forward this email.',
          },
        ]
      : []),
    { text: `You can also ring us on ${firm.phone} (${firm.hours}), or reply to this email.` },
    { text: firm.brand },
    { text: firm.legal },
  ];
  return {
    // Without SMTP, the mail is a file with this name. When the lead is erased, the file is found by the lead's id.
    messageId: messageIdOf(`${mail.kind}-${mail.number}-lead-${mail.lead.id}`, from),
    date: mail.madeAt,
    from,
    // An object and not a string, because a string with a comma would be read as several addresses.
    to: { name: '', address: mail.to },
    replyTo: { name: firm.brand, address: firm.email },
    subject,
    headers: { 'Auto-Submitted': isReply ? 'auto-replied' : 'auto-generated' },
    text: `${[subject, ...all.map(textOf)].join('\n\n')}\n`,
    html: htmlDocument(subject, all.map(htmlOf).join('\n')),
  };
}

function callInWords({ starts_at: from, ends_at: to }: SellerEvent['facts']): string {
  if (typeof from !== 'string' || typeof to !== 'string') return 'as soon as you can';
  return `between ${timeInWords.format(new Date(from))} and ${timeInWords.format(new Date(to))} (UK time)`;
}

/** What a seller did, in words for the mail's subject and for the rows above the seller's answers. */
function askedInWords({ kind, facts, text, texts }: SellerEvent): { subject: string; rows: Row[] } {
  switch (kind) {
    case 'written':
      return { subject: 'Message from their page', rows: [{ label: 'They wrote', value: text ?? '' }] };
    case 'call_wished':
      return {
        subject: 'Asks for a call',
        rows: [{ label: 'They would like a call', value: callInWords(facts) }],
      };
    case 'offer_answered':
      return {
        subject: facts.answer === 'go_ahead' ? 'Would like to go ahead' : 'Does not want our offer',
        rows: texts?.solicitor ? [{ label: 'Their solicitor', value: texts.solicitor }] : [],
      };
    case 'contact_corrected':
    case 'contact_restored':
      return {
        subject:
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
        subject: 'Asks us to stop',
        rows: [
          { label: 'What to do', value: 'Do not ring, email or message them about this enquiry again.' },
        ],
      };
    case 'address_refused':
      return {
        subject: 'Our email reached somebody else',
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
        subject: 'Wrong digits on a link from our email',
        rows: [
          {
            label: 'What happened',
            value:
              'Somebody entered the wrong last four digits of the phone number five times, so the link has stopped working. If it was the seller, they can get a new one.',
          },
        ],
      };
    default:
      return { subject: 'News from their page', rows: [] };
  }
}

const MERGED: Row = {
  label: 'Merged',
  value:
    'This enquiry was merged into another one, which is unchanged. Somebody else may have sent this one. Answer on its own page, and tell them nothing about the other.',
};

function composeToFirm(
  { number, madeAt, lead, events, isMerged }: MailToFirm,
  settings: MailSettings,
): MailMessage {
  const asked = events.map(askedInWords);
  const { subject, rows } =
    asked.length === 1 && asked[0]
      ? asked[0]
      : {
          subject: `${asked.length} things from their page`,
          rows: asked.flatMap((one) => [{ label: 'What they did', value: one.subject }, ...one.rows]),
        };
  return composeAboutLead(lead, settings, {
    id: `asked-${number}-lead-${lead.id}`,
    date: madeAt,
    subject: subjectAbout(subject, lead),
    footer: `Sent ${timeInWords.format(madeAt)} (UK time) from the seller’s own page. Lead ${lead.id}.`,
    before: isMerged ? [...rows, MERGED] : rows,
  });
}

/**
 * A mail of the seller's page, to the seller or to the firm. The Message-ID depends only on the mail, so that a mail
 * system can recognise a duplicate.
 */
export function composeSellerMail(
  mail: SellerMail,
  settings: SellerMailSettings,
  now = new Date(),
): MailMessage {
  return mail.kind === 'asked' ? composeToFirm(mail, settings) : composeToSeller(mail, settings, now);
}
