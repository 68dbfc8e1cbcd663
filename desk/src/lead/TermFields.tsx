import { discountInWords, parsePounds } from '../lib/money.ts';
import { BASIS_WORDS, FUNDS_WORDS } from '../ui/words.ts';
import { ChoiceField, TextArea, TextField } from '../ui/Field.tsx';
import type { TermErrors, TermValues } from './offer-terms.ts';

type Props = {
  values: TermValues;
  errors: TermErrors;
  onChange: (changes: Partial<TermValues>) => void;
};

/** The fields of an offer's terms. The discount is updated as the user types. */
export function TermFields({ values, errors, onChange }: Props) {
  const amount = parsePounds(values.amount);
  const marketValue = parsePounds(values.market_value);
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Market value (£)"
          inputMode="numeric"
          autoComplete="off"
          value={values.market_value}
          error={errors.market_value}
          onText={(market_value) => {
            onChange({ market_value });
          }}
        />
        <TextField
          label="Our offer (£)"
          inputMode="numeric"
          autoComplete="off"
          value={values.amount}
          error={errors.amount}
          onText={(text) => {
            onChange({ amount: text });
          }}
        />
      </div>
      <output className="discount">
        {amount !== undefined && marketValue !== undefined
          ? discountInWords(amount, marketValue)
          : 'The discount shows here in pounds and per cent.'}
      </output>
      <ChoiceField
        label="The market value rests on"
        words={BASIS_WORDS}
        none="Choose"
        value={values.basis}
        error={errors.basis}
        onText={(basis) => {
          onChange({ basis });
        }}
      />
      <ChoiceField
        label="Source of funds"
        words={FUNDS_WORDS}
        none="Choose"
        value={values.funds}
        error={errors.funds}
        onText={(funds) => {
          onChange({ funds });
        }}
      />
      <TextField
        label="Valid until"
        type="date"
        value={values.valid_until}
        error={errors.valid_until}
        onText={(valid_until) => {
          onChange({ valid_until });
        }}
      />
      <TextArea
        label="Conditions"
        hint="Such as a survey. Leave empty where there are none."
        rows={2}
        maxLength={2000}
        value={values.conditions}
        onText={(conditions) => {
          onChange({ conditions });
        }}
      />
    </>
  );
}
