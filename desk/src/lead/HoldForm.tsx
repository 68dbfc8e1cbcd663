import type { Lead } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { Form } from '../ui/Form.tsx';
import { TextField } from '../ui/Field.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useDraft } from './use-draft.ts';

/**
 * Puts a lead on hold until a date, for a sale or a complaint. Until then, it is neither deleted as expired nor erased
 * on request.
 */
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
      <Form onSave={save} isReadOnly={write.isReadOnly}>
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
            aria-disabled={write.isReadOnly}
            onClick={() => {
              if (write.isReadOnly) return;
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
