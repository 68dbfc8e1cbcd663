import type { Lead } from '../api/types.ts';
import { TextField } from '../ui/Field.tsx';
import { toasts } from '../ui/toasts.ts';
import { toLondonField } from '../lib/london.ts';
import { useChange } from '../changes/use-change.ts';
import { NextFields, readNext } from './NextFields.tsx';
import { LeadForm } from './LeadForm.tsx';
import { calendarMailWords } from './reply-mail-words.ts';
import { useDraft } from './use-draft.ts';

/** Plans a lead's next step and its time. */
export function PlanForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.plan`;
  const draft = useDraft(key, lead, {
    next_action: lead.next_action ?? 'call',
    next_at: lead.next_at === null ? '' : toLondonField(lead.next_at),
    replaces: '',
    visitor: lead.events.findLast(({ kind }) => kind === 'planned')?.texts?.visitor ?? '',
  });
  const { values, setErrors, base } = draft;
  const write = useChange('plan', key, 'the next step', () => {
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
      const visitor = next_action === 'visit' ? { visitor: values.visitor } : {};
      write.submit({ lead_id: lead.id, version: base.version, next_action, next_at, ...visitor }, base);
    }
  };
  return (
    <LeadForm title="Next step" draft={draft} write={write} onSave={save} onClose={onClose}>
      <NextFields draft={draft} lead={lead} />
      {values.next_action === 'visit' && (
        <TextField
          label="Who comes"
          hint={`A name, and how the seller knows you. For example: Morag, in a green van, with a card. The seller reads it on their page. ${calendarMailWords(lead.seller)}`}
          maxLength={200}
          {...draft.field('visitor')}
        />
      )}
    </LeadForm>
  );
}
