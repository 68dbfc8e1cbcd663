import type { ReactNode } from 'react';
import { NO_MAIL } from '#server/database/codes.ts';
import type { Lead } from '../api/types.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { CallLink } from '../ui/CallLink.tsx';
import { TextForm } from './TextForm.tsx';

/** The hint of the field: where the seller reads the message, and what the mail about it says. */
function howItReaches(lead: Lead, nowMs: number): ReactNode {
  const { links, opened_at, no_mail, is_confirmed } = lead.seller;
  const opened = opened_at === null ? 'not opened yet' : `last opened ${timeInWords(opened_at, nowMs)}`;
  const page = `They read it on their page (${opened}).`;
  if (no_mail === null)
    return `${page} If they have not read it there in two minutes, we email ${
      is_confirmed
        ? `it to ${lead.email}.`
        : `${lead.email} that there is an answer, without your words: the address is not confirmed yet.`
    }`;
  const where =
    links === 0
      ? 'They have no link to their page. Copy one for them first, under “The seller’s page”.'
      : page;
  return (
    <>
      <span>{`${where} ${NO_MAIL[no_mail]} `}</span>
      {no_mail === 'no_address' && <CallLink card={lead} />}
    </>
  );
}

/** The field for a message to the seller. */
export function ReplyForm({ lead }: { lead: Lead }) {
  return (
    <TextForm
      lead={lead}
      name="reply"
      label={`Message to ${lead.name}`}
      hint={howItReaches(lead, useNow())}
      rows={3}
      maxLength={2000}
      action="Send to the seller"
      {...(lead.seller.no_mail === null && {
        choice: { name: 'page_only', label: 'On their page only, without an email' },
      })}
    />
  );
}
