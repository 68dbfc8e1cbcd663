import { useId } from 'react';
import type { FieldProps } from './field-props.ts';

type Props = Pick<FieldProps, 'label' | 'value' | 'onChange'> & {
  isOptional: boolean | undefined;
  hint: string | undefined;
  error: string | undefined;
};

/** A question with yes or no. Without an answer, neither is chosen, unless the question may be left out: then it is no. */
export function YesNoField({ label, hint, error, value, isOptional = false, onChange }: Props) {
  const id = useId();
  const answer = value ?? (isOptional ? false : undefined);
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <fieldset aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}>
      <legend className="label">{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <div className="flex gap-6">
        {[true, false].map((option) => (
          <label key={String(option)} className="radio-row">
            <input
              type="radio"
              name={id}
              checked={answer === option}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => onChange(option || !isOptional ? option : undefined)}
            />
            <span>{option ? 'Yes' : 'No'}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
