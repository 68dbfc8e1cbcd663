import type { Lead } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { Form } from '../ui/Form.tsx';
import { TextArea } from '../ui/Field.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { useDraft } from './use-draft.ts';

/**
 * The field for a note. Notes cannot conflict with other changes, so a new note is shown in the history at once, before
 * it is stored, and the field is cleared.
 */
export function NoteForm({ lead }: { lead: Lead }) {
  const key = `${lead.id}.note`;
  const { values, field, forget, base } = useDraft(key, lead, { body: '' });
  const save = () => {
    const body = values.body.trim();
    if (body === '') return;
    outbox.add({
      name: 'note',
      key: `${key}.${crypto.randomUUID()}`,
      args: { lead_id: lead.id, body },
      base,
    });
    forget();
  };
  return (
    <Form onSave={save}>
      <TextArea label="Note, for us only" id="note" rows={2} maxLength={4000} {...field('body')} />
      {values.body.trim() !== '' && <SaveButton isSending={false}>Add the note</SaveButton>}
    </Form>
  );
}
