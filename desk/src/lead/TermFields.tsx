import { discountInWords, parsePounds } from '../lib/money.ts';
import { BASIS_WORDS, FUNDS_WORDS } from '../ui/words.ts';
import { CheckField, ChoiceField, TextArea, TextField } from '../ui/Field.tsx';
import type { TermValues } from './offer-terms.ts';
import type { Draft } from './use-draft.ts';

/** The fields of an offer's terms. The discount is updated as the user types. */
export function TermFields({ draft: { values, field } }: { draft: Draft<keyof TermValues> }) {
  const amount = parsePounds(values.amount);
  const marketValue = parsePounds(values.market_value);
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Market value (£)"
          inputMode="numeric"
          autoComplete="off"
          {...field('market_value')}
        />
        <TextField label="Our offer (£)" inputMode="numeric" autoComplete="off" {...field('amount')} />
      </div>
      <CheckField label="Show the seller this value" {...field('shows_market_value')} />
      <output className="discount">
        {amount !== undefined && marketValue !== undefined
          ? discountInWords(amount, marketValue)
          : 'The discount shows here in pounds and per cent.'}
      </output>
      <ChoiceField
        label="The market value is based on"
        words={BASIS_WORDS}
        none="Choose"
        {...field('basis')}
      />
      <ChoiceField label="Source of funds" words={FUNDS_WORDS} none="Choose" {...field('funds')} />
      <TextField label="Open until" type="date" {...field('valid_until')} />
      <TextArea
        label="Conditions"
        hint="Such as a survey. Leave this empty if there are none."
        rows={2}
        maxLength={2000}
        {...field('conditions')}
      />
    </>
  );
}
