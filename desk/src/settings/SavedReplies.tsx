import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/calls.ts';
import { queryKeys, savedRepliesQuery } from '../api/queries.ts';
import { clearDraft, readDraft, writeDraft } from '../changes/drafts.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';

const DRAFT = 'saved-reply';
const blank = (): Record<'id' | 'seen' | 'name' | 'body', string> => ({
  id: crypto.randomUUID(),
  seen: '0',
  name: '',
  body: '',
});

/** The firm's own replies, for owners: the list, and a form for a new or a changed one, which keeps what was typed. */
export function SavedReplies() {
  const queries = useQueryClient();
  const { data: replies = [] } = useQuery(savedRepliesQuery());
  const [reply, setReply] = useState(() => ({ ...blank(), ...readDraft(DRAFT)?.values }));
  const show = (values: typeof reply) => {
    setReply(values);
    writeDraft(DRAFT, { values });
  };
  const startAnew = () => {
    setReply(blank());
    clearDraft(DRAFT);
  };
  const keep = (next: typeof replies) => queries.setQueryData(queryKeys.savedReplies, next);
  const saving = useMutation({
    mutationFn: () => call('save_reply', { ...reply, seen: Number(reply.seen) }),
    onSuccess: (next) => {
      keep(next);
      startAnew();
    },
  });
  const deleting = useMutation({
    mutationFn: (id: string) => call('delete_reply', { id }),
    onSuccess: keep,
  });
  const isNew = reply.seen === '0';
  const isBusy = saving.isPending || deleting.isPending;
  return (
    <section>
      <h2 className="text-h3">Saved replies</h2>
      <p>All staff can put them into a message with one press, and change the message before they send it.</p>
      <ul className="rows">
        {replies.map(({ id, name, body, version }) => (
          <li key={id}>
            <p className="font-semibold">{name}</p>
            <p className="hint line-clamp-2">{body}</p>
            <Button
              size="small"
              variant="plain"
              disabled={isBusy}
              onClick={() => {
                show({ id, seen: String(version), name, body });
                document.getElementById('saved-reply')?.focus();
              }}
            >
              Change<span className="sr-only">{` ${name}`}</span>
            </Button>
            <Button size="small" variant="plain" disabled={isBusy} onClick={() => deleting.mutate(id)}>
              Delete<span className="sr-only">{` ${name}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Form onSave={() => saving.mutate()} isReadOnly={saving.isPending}>
        <TextField
          label="Name of the reply"
          maxLength={60}
          autoComplete="off"
          value={reply.name}
          onText={(name) => show({ ...reply, name })}
        />
        <TextArea
          id="saved-reply"
          label="Its words"
          hint="{first name} and {reference} become the seller’s. If a seller has none, “Hello {first name},” becomes “Hello,”, and a line with {reference} is left out."
          rows={5}
          maxLength={2000}
          value={reply.body}
          onText={(body) => show({ ...reply, body })}
        />
        <Problem>{(saving.error ?? deleting.error)?.message}</Problem>
        <SaveButton isSending={saving.isPending}>{isNew ? 'Save the reply' : 'Save the change'}</SaveButton>
        {!isNew && <Button onClick={startAnew}>Leave it as it is</Button>}
      </Form>
    </section>
  );
}
