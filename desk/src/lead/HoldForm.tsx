import { useState } from 'react';
import { hold } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import { toasts } from '../app/toasts.ts';
import { Form } from './Form.tsx';
import { TextField } from './Field.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Sheet } from './Sheet.tsx';
import { useDraft } from './use-draft.ts';
import { useWrite } from './use-write.ts';
import { WriteState } from './WriteState.tsx';

type Hold = { lead_id: string; version: number; until: string | null; reason: string | null };

/** Keeps a lead from being deleted while a sale or a complaint runs. */
export function HoldForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.hold`;
  const [base] = useState(lead);
  const [error, setError] = useState<{ until?: string; reason?: string }>({});
  const [values, change, forget] = useDraft(key, {
    until: lead.hold_until ?? '',
    reason: lead.hold_reason ?? '',
  });
  const write = useWrite<Hold>(key, hold, ({ hold_until }) => {
    toasts.add({ title: hold_until ? 'Held' : 'No longer held' });
    onClose();
  });
  const ids = { lead_id: lead.id, version: base.version };
  const save = () => {
    const reason = values.reason.trim();
    if (values.until === '') setError({ until: 'Say until when.' });
    else if (reason === '') setError({ reason: 'Say why it must be kept.' });
    else write.submit({ ...ids, until: values.until, reason });
  };
  return (
    <Sheet title="Keep this lead" onClose={onClose}>
      <p>Leads are deleted after some time. A sale or a complaint may need this one for longer.</p>
      <Form onSave={save}>
        <TextField
          label="Until"
          type="date"
          value={values.until}
          error={error.until}
          onText={(until) => {
            change({ until });
          }}
        />
        <TextField
          label="Why"
          value={values.reason}
          maxLength={200}
          error={error.reason}
          onText={(reason) => {
            change({ reason });
          }}
        />
        <WriteState
          write={write}
          base={base}
          onDrop={() => {
            forget();
            onClose();
          }}
        />
        <SaveButton isSending={write.isSending}>Keep it</SaveButton>
        {lead.hold_until !== null && (
          <button
            type="button"
            className="button button-secondary"
            onClick={() => {
              write.submit({ ...ids, until: null, reason: null });
            }}
          >
            End the hold
          </button>
        )}
      </Form>
    </Sheet>
  );
}
