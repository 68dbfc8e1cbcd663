import type { Lead } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { toLondonField } from '../lib/london.ts';
import { useChange } from '../changes/use-change.ts';
import { NextFields, readNext } from './NextFields.tsx';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** Plans a lead's next step and its time. */
export function PlanForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.plan`;
  const draft = useDraft(key, lead, {
    next_action: lead.next_action ?? 'call',
    next_at: lead.next_at === null ? '' : toLondonField(lead.next_at),
  });
  const { values, setErrors, base } = draft;
  const write = useChange('plan', key, () => {
    toasts.add({ title: 'Planned' });
    onClose();
  });
  const save = () => {
    const read = readNext(values, lead);
    if (!read.ok) {
      setErrors(read.errors);
    } else if (read.next.next_action === null || read.next.next_at === null) {
      draft.forget();
      onClose();
    } else {
      const { next_action, next_at } = read.next;
      write.submit({ lead_id: lead.id, version: base.version, next_action, next_at }, base);
    }
  };
  return (
    <LeadForm title="Next step" draft={draft} write={write} onSave={save} onClose={onClose}>
      <NextFields draft={draft} lead={lead} />
    </LeadForm>
  );
}
