import type { ReactNode } from 'react';
import { errorId, FieldError } from './FieldError.tsx';

export type Choice = { value: string; label: string; hint?: string; picture?: ReactNode };

type Props = {
  id: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  error: string | undefined;
  /** How the choices stand: grid classes. */
  className: string;
};

/** One of a few choices, all in sight. A choice is marked by its border and its dot, not by colour alone. */
export function ChoiceField({ id, name, legend, choices, error, className }: Props) {
  return (
    <fieldset
      id={id}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId(id) : undefined}
      className="group"
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-2.5 ${className}`}>
        {choices.map((choice) => (
          <ChoiceCard key={choice.value} id={`${id}-${choice.value}`} name={name} {...choice} />
        ))}
      </div>
      <FieldError fieldId={id} name={name} message={error} />
    </fieldset>
  );
}

function ChoiceCard({ id, name, value, label, hint, picture }: Choice & { id: string; name: string }) {
  return (
    <label
      htmlFor={id}
      className="flex min-h-12 cursor-pointer flex-col overflow-hidden rounded-control border-2 border-edge bg-card transition-colors group-aria-invalid:border-danger hover:border-action has-checked:border-action has-checked:bg-action-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
    >
      {picture}
      <span className="flex grow items-center gap-2.5 px-3 py-2">
        <input
          type="radio"
          id={id}
          name={name}
          value={value}
          required
          className="size-5 shrink-0 appearance-none rounded-round border-2 border-edge bg-card outline-none checked:border-[0.4rem] checked:border-action forced-colors:appearance-auto"
        />
        <span className="leading-tight font-semibold">
          {label}
          {hint && <span className="mt-0.5 block text-small font-normal text-ink-soft">{hint}</span>}
        </span>
      </span>
    </label>
  );
}
