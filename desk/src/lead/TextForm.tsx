import type { ReactNode } from 'react';
import type { Lead } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { Form } from '../ui/Form.tsx';
import { CheckField, TextArea } from '../ui/Field.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { useIsConnected } from '../live/LiveProvider.tsx';
import { toasts } from '../ui/toasts.ts';
import { useDraft } from './use-draft.ts';

type Props = {
  lead: Lead;
  /** The change that stores the text. It is also the id of the field. */
  name: 'note' | 'reply';
  label: string;
  hint?: ReactNode;
  rows: number;
  maxLength: number;
  /** The label of the submit button. */
  action: string;
  /** A further choice, shown once something is typed: an argument of the change that is true or left out. */
  choice?: { name: 'page_only'; label: string };
};

/**
 * The field for a note, or for a message to the seller. Neither can conflict with other changes, so a new one is shown
 * in the history at once, before it is stored, and the field is cleared.
 */
export function TextForm({ lead, name, action, choice, ...props }: Props) {
  const key = `${lead.id}.${name}`;
  const isConnected = useIsConnected();
  const { values, field, forget, base } = useDraft(key, lead, { body: '', choice: '' });
  const save = () => {
    const body = values.body.trim();
    if (body === '') return;
    const chosen = choice && values.choice === 'yes' && { [choice.name]: true };
    const args = { lead_id: lead.id, body, ...chosen };
    outbox.add({ name, key: `${key}.${crypto.randomUUID()}`, args, base });
    forget();
    // A poll notices only after some seconds that the connection is lost.
    const isSent = isConnected && navigator.onLine;
    toasts.add({ title: isSent ? 'It is in the history, below' : 'Kept here, not sent yet' });
    // The button, which had the focus, goes away.
    document.getElementById(name)?.focus();
  };
  return (
    <Form onSave={save}>
      <TextArea
        id={name}
        {...props}
        {...field('body')}
        // The text stays, as a draft.
        onKeyDown={({ key }) => {
          if (key === 'Escape') document.querySelector<HTMLElement>('.lead h1')?.focus();
        }}
      />
      {values.body.trim() !== '' && (
        <>
          {choice && <CheckField label={choice.label} {...field('choice')} />}
          <SaveButton isSending={false}>{action}</SaveButton>
        </>
      )}
    </Form>
  );
}
