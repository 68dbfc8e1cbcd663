import type { Lead } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Form } from '../ui/Form.tsx';
import { TextArea } from '../ui/Field.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { useDraft } from './use-draft.ts';

/** How the seller gets to read a message. No mail tells them of it. */
function whereItIsRead({ seller: { links, opened_at } }: Lead, nowMs: number): string {
  if (links === 0) return 'They have no link to their page. Copy one for them first, under “Their page”.';
  const opened = opened_at === null ? 'not opened yet' : `last opened ${timeInWords(opened_at, nowMs)}`;
  return `They read it on their own page (${opened}). No mail tells them of it.`;
}

/** The field for a message to the seller. Like a note, it is shown in the history at once. */
export function ReplyForm({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const key = `${lead.id}.reply`;
  const { values, field, forget, base } = useDraft(key, lead, { body: '' });
  const send = () => {
    const body = values.body.trim();
    if (body === '') return;
    outbox.add({
      name: 'reply',
      key: `${key}.${crypto.randomUUID()}`,
      args: { lead_id: lead.id, body },
      base,
    });
    forget();
  };
  return (
    <Form onSave={send}>
      <TextArea
        label={`Message to ${lead.name}`}
        id="reply"
        hint={whereItIsRead(lead, nowMs)}
        rows={3}
        maxLength={2000}
        {...field('body')}
      />
      {values.body.trim() !== '' && <SaveButton isSending={false}>Send to the seller</SaveButton>}
    </Form>
  );
}
