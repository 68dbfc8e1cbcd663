import type { ReactNode } from 'react';
import { errorId, FieldError } from './FieldError.tsx';

export type Choice = { value: string; label: string; hint?: string; picture?: ReactNode };

type Props = {
  id: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  error: string | undefined;
  required?: boolean;
  /** Classes for the grid of choices. */
  className: string;
};

/** A choice between a few options, as radio buttons. It is required unless the caller says otherwise. */
export function ChoiceField({ id, name, legend, choices, error, required = true, className }: Props) {
  return (
    <fieldset
      id={id}
      role="radiogroup"
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId(id) : undefined}
      className="group"
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldError fieldId={id} name={name} message={error} />
      <div className={`choices ${className}`}>
        {choices.map((choice) => (
          <ChoiceCard key={choice.value} name={name} required={required} {...choice} />
        ))}
      </div>
    </fieldset>
  );
}

function ChoiceCard({
  name,
  value,
  required,
  label,
  hint,
  picture,
}: Choice & { name: string; required: boolean }) {
  return (
    <label className="choice">
      {picture}
      <span className="choice-label">
        <input type="radio" name={name} value={value} required={required} className="choice-dot" />
        <span className="font-semibold">
          {/* eslint-disable-next-line site/own-element-for-text -- a choice's label never changes */}
          {label}
          {hint && <span className="mt-0.5 block text-small font-normal text-ink-soft">{hint}</span>}
        </span>
      </span>
    </label>
  );
}
