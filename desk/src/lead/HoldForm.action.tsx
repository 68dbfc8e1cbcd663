import type { Lead } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { useChange } from '../changes/use-change.ts';
import { TextField } from '../ui/Field.tsx';
import { LeadForm, type LeadAction } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/**
 * Puts a lead on hold until a date, for a sale or a complaint. Until then, it is neither deleted as expired nor erased
 * on request.
 */
function HoldForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.hold`;
  const draft = useDraft(key, lead, {
    until: lead.hold_until ?? '',
    reason: lead.hold_reason ?? '',
  });
  const { values, setErrors, field, base } = draft;
  const write = useChange('hold', key, 'the hold', ({ hold_until }) => {
    toasts.add({ title: hold_until ? 'On hold' : 'Hold ended' });
    onClose();
  });
  const ids = { lead_id: lead.id, version: base.version };
  const save = () => {
    const reason = values.reason.trim();
    if (values.until === '') setErrors({ until: 'Choose the last day of the hold.' });
    else if (reason === '') setErrors({ reason: 'Say why it is on hold.' });
    else write.submit({ ...ids, until: values.until, reason }, base);
  };
  const endButton = lead.hold_until !== null && (
    <Button
      aria-disabled={write.isReadOnly}
      onClick={() => write.submit({ ...ids, until: null, reason: null }, base)}
    >
      End the hold
    </Button>
  );
  return (
    <LeadForm
      title="Hold this lead"
      draft={draft}
      write={write}
      onSave={save}
      onClose={onClose}
      action="Hold"
      otherButton={endButton}
    >
      <p>
        Leads are deleted after some time. Put this one on hold if a sale or a complaint needs it for longer.
      </p>
      <TextField label="Until" type="date" {...field('until')} />
      <TextField label="Why" maxLength={200} {...field('reason')} />
    </LeadForm>
  );
}

export const action: LeadAction = {
  place: 10,
  label: ({ hold_until }) => (hold_until ? 'Change the hold' : 'Hold'),
  Form: HoldForm,
};
