import type { Lead } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { useChange } from '../changes/use-change.ts';
import { CheckField, TextArea } from '../ui/Field.tsx';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** Sets how the person wants to be contacted, and whether they are vulnerable. */
export function RulesForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.rules`;
  const draft = useDraft(key, lead, {
    do_not_call: lead.do_not_call ? 'yes' : '',
    vulnerable: lead.vulnerable ? 'yes' : '',
    contact_rules: lead.contact_rules ?? '',
  });
  const { values, field, base } = draft;
  const write = useChange('set_contact_rules', key, 'the contact rules', () => {
    toasts.add({ title: 'Contact rules saved' });
    onClose();
  });
  const save = () => {
    write.submit(
      {
        lead_id: lead.id,
        version: base.version,
        do_not_call: values.do_not_call === 'yes',
        vulnerable: values.vulnerable === 'yes',
        contact_rules: values.contact_rules.trim() || null,
      },
      base,
    );
  };
  return (
    <LeadForm title="Contact rules" draft={draft} write={write} onSave={save} onClose={onClose}>
      <CheckField label="Do not call" {...field('do_not_call')} />
      <CheckField label="Vulnerable: take time, and put everything in writing" {...field('vulnerable')} />
      <TextArea
        label="In words"
        hint="Text first, no voicemail, not before noon."
        maxLength={500}
        {...field('contact_rules')}
      />
    </LeadForm>
  );
}
