import type { Lead } from '../api/types.ts';
import { toasts } from '../app/toasts.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { Form } from './Form.tsx';
import { TextField } from './Field.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Sheet } from './Sheet.tsx';
import { useDraft } from './use-draft.ts';

/** Keeps a lead from being deleted while a sale or a complaint runs. */
export function HoldForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.hold`;
  const { values, errors, setErrors, change, forget, base } = useDraft(key, lead, {
    until: lead.hold_until ?? '',
    reason: lead.hold_reason ?? '',
  });
  const write = useChange('hold', key, ({ hold_until }) => {
    toasts.add({ title: hold_until ? 'Held' : 'No longer held' });
    onClose();
  });
  const ids = { lead_id: lead.id, version: base.version };
  const save = () => {
    const reason = values.reason.trim();
    if (values.until === '') setErrors({ until: 'Say until when.' });
    else if (reason === '') setErrors({ reason: 'Say why it must be kept.' });
    else write.submit({ ...ids, until: values.until, reason }, base);
  };
  return (
    <Sheet title="Keep this lead" onClose={onClose}>
      <p>Leads are deleted after some time. A sale or a complaint may need this one for longer.</p>
      <Form onSave={save} isSending={write.isFixed}>
        <TextField
          label="Until"
          type="date"
          value={values.until}
          error={errors.until}
          onText={(until) => {
            change({ until });
          }}
        />
        <TextField
          label="Why"
          value={values.reason}
          maxLength={200}
          error={errors.reason}
          onText={(reason) => {
            change({ reason });
          }}
        />
        <ChangeState
          change={write.change}
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
            aria-disabled={write.isFixed}
            onClick={() => {
              if (write.isFixed) return;
              write.submit({ ...ids, until: null, reason: null }, base);
            }}
          >
            End the hold
          </button>
        )}
      </Form>
    </Sheet>
  );
}
