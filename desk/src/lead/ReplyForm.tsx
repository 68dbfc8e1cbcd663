import type { Lead } from '../api/types.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { TextForm } from './TextForm.tsx';

/** The hint of the field: the seller reads a message on their page, and gets no mail about it. */
function whereItIsRead({ seller: { links, opened_at } }: Lead, nowMs: number): string {
  if (links === 0)
    return 'They have no link to their page. Copy one for them first, under “The seller’s page”.';
  const opened = opened_at === null ? 'not opened yet' : `last opened ${timeInWords(opened_at, nowMs)}`;
  return `They read it on their page (${opened}). We do not email them about it.`;
}

/** The field for a message to the seller. */
export function ReplyForm({ lead }: { lead: Lead }) {
  return (
    <TextForm
      lead={lead}
      name="reply"
      label={`Message to ${lead.name}`}
      hint={whereItIsRead(lead, useNow())}
      rows={3}
      maxLength={2000}
      action="Send to the seller"
    />
  );
}
