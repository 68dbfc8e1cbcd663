import type { Lead } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { toLondonField } from '../lib/london.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { Form } from '../ui/Form.tsx';
import { NextFields, readNext } from './NextFields.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useDraft } from './use-draft.ts';

/** Plans a lead's next step and its time. */
export function PlanForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.plan`;
  const { values, errors, setErrors, change, forget, base } = useDraft(key, lead, {
    next_action: lead.next_action ?? 'call',
    next_at: lead.next_at === null ? '' : toLondonField(lead.next_at),
  });
  const write = useChange('plan', key, () => {
    toasts.add({ title: 'Planned' });
    onClose();
  });
  const save = () => {
    const read = readNext(values, lead);
    if (!read.ok) {
      setErrors(read.errors);
    } else if (read.next.next_action === null || read.next.next_at === null) {
      forget();
      onClose();
    } else {
      const { next_action, next_at } = read.next;
      write.submit({ lead_id: lead.id, version: base.version, next_action, next_at }, base);
    }
  };
  return (
    <Sheet title="Next step" onClose={onClose}>
      <Form onSave={save} isReadOnly={write.isReadOnly}>
        <NextFields values={values} onChange={change} lead={lead} errors={errors} />
        <ChangeState
          change={write.change}
          onDrop={() => {
            forget();
            onClose();
          }}
        />
        <SaveButton isSending={write.isSending}>Save</SaveButton>
      </Form>
    </Sheet>
  );
}
