import { pounds } from '#src/lib/pounds.ts';
import type { Lead, Offer } from '../api/types.ts';
import { useChange } from '../changes/use-change.ts';
import { parsePounds } from '../lib/money.ts';
import { TextField } from '../ui/Field.tsx';
import { toasts } from '../ui/toasts.ts';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** A cost as typed: pounds, 0 included; null if the field is empty. @returns undefined for anything else */
const readCost = (typed: string) =>
  typed.trim() === '' ? null : /^£?0$/.test(typed.trim()) ? 0 : parsePounds(typed);

type Props = { lead: Lead; offer: Offer; onClose: () => void };

/** Records what each line of the accepted offer cost in the end. The seller reads it beside the estimate. */
export function CostsForm({ lead, offer, onClose }: Props) {
  const key = `${lead.id}.record_costs`;
  const { lines } = offer.details;
  const draft = useDraft<string>(
    key,
    lead,
    Object.fromEntries(lines.map((_, index) => [index, String(offer.actual_costs?.[index] ?? '')])),
  );
  const { values, setErrors, field, base } = draft;
  const write = useChange('record_costs', key, 'the actual costs', () => {
    toasts.add({ title: 'Actual costs recorded' });
    onClose();
  });
  const save = () => {
    const amounts = lines.map((_, index) => readCost(values[index] ?? ''));
    const wrong = amounts.flatMap((amount, index) =>
      amount === undefined ? [[index, 'Write it in whole pounds, like 4,500. 0 if it cost nothing.']] : [],
    );
    setErrors(Object.fromEntries(wrong) as Record<string, string>);
    if (wrong.length > 0) return;
    const known = amounts.map((amount) => amount ?? null);
    write.submit({ lead_id: lead.id, version: base.version, offer_id: offer.id, amounts: known }, base);
  };
  return (
    <LeadForm title="What it cost in the end" draft={draft} write={write} onSave={save} onClose={onClose}>
      <p>The seller reads this beside the amounts of the offer. Leave out what is not known yet.</p>
      {lines.map(({ what, amount }, index) => (
        <TextField
          key={index}
          label={`${what} (£)`}
          hint={`In the offer: ${pounds(amount)}.`}
          inputMode="numeric"
          autoComplete="off"
          {...field(String(index))}
        />
      ))}
    </LeadForm>
  );
}
