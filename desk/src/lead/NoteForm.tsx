import { useState } from 'react';
import { addNote } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import { Form } from './Form.tsx';
import { TextArea } from './Field.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useDraft } from './use-draft.ts';
import { useWrite } from './use-write.ts';
import { WriteState } from './WriteState.tsx';

/** A note for the history. Notes only add, so no change of somebody else's is in the way. */
export function NoteForm({ lead }: { lead: Lead }) {
  const key = `${lead.id}.note`;
  const [base] = useState(lead);
  const [values, change, forget] = useDraft(key, { body: '' });
  const write = useWrite<{ lead_id: string; body: string; version?: number }>(key, addNote, forget);
  const save = () => {
    const body = values.body.trim();
    if (body !== '' && !write.isSending) write.submit({ lead_id: lead.id, body });
  };
  return (
    <Form onSave={save}>
      <TextArea
        label="Note"
        id="note"
        rows={2}
        maxLength={4000}
        value={values.body}
        onText={(body) => {
          change({ body });
        }}
      />
      <WriteState write={write} base={base} onDrop={forget} />
      {values.body.trim() !== '' && <SaveButton isSending={write.isSending}>Add the note</SaveButton>}
    </Form>
  );
}
