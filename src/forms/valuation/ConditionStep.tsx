import type { CONDITIONS } from '#lead/valuation.ts';
import { ChoiceField, type Choice } from '../core/ChoiceField.tsx';
import { valuationFields } from '../core/fields.ts';
import { FormStep, type StepProps } from './FormStep.tsx';

type ConditionChoice = Choice & { value: (typeof CONDITIONS)[number] };

const CHOICES: readonly ConditionChoice[] = [
  { value: 'excellent', label: 'Excellent', hint: 'Done up in the last few years' },
  { value: 'good', label: 'Good', hint: 'Sound, and ready to move into' },
  { value: 'fair', label: 'Fair', hint: 'Dated, or in need of some repair' },
  { value: 'poor', label: 'Poor', hint: 'Damp, structural trouble, or not fit to live in' },
];

export function ConditionStep({ errorFor, children }: StepProps) {
  return (
    <FormStep step={2} title="Its condition">
      <ChoiceField
        {...valuationFields.propsWith(errorFor)('condition')}
        legend="Property condition"
        choices={CHOICES}
        className="sm:grid-cols-2"
      />
      <p className="border-l-4 border-accent pl-4 text-ink-soft">
        Your best guess is enough. Repairs that are needed lower the offer.
      </p>
      {children}
    </FormStep>
  );
}
