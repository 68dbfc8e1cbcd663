/** The mail to the firm about what a seller did on their own page. */
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
import { callInWords, dayInWords, localPartOf, type MailToFirm, type SellerEvent } from './seller-mail.ts';

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
        heading: 'Sent documents or pictures',
        rows: [
          { label: 'Where they are', value: 'In the lead at the desk, under “Documents and pictures”.' },
        ],
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

export function composeToFirm(mail: MailToFirm, settings: MailSettings): MailMessage {
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
