import type { ReactNode } from 'react';
import { TextField } from '../../forms/core/TextField.tsx';
import { controlId } from './form-texts.ts';
import { defaultText, MAIN_FIELDS, MORE_FIELDS, type Field, type InputName } from './inputs.ts';
import { Sources } from './Sources.tsx';

type Props = {
  errors: Partial<Record<InputName, string>>;
  /** Before hydration, the fields inside `<details>` are left out. */
  isHydrated: boolean;
  onLeave: () => void;
};

const Details = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details>
    <summary className="cursor-pointer py-2 font-semibold text-action">{summary}</summary>
    {children}
  </details>
);

export function Fields({ errors, isHydrated, onLeave }: Props) {
  const fieldFor = (field: Field) => (
    <TextField
      key={field.name}
      id={controlId(field.name)}
      name={controlId(field.name)}
      label={field.label}
      hint={field.hint}
      error={errors[field.name]}
      inputMode="decimal"
      autoComplete="off"
      required={field.defaultValue !== 'by value'}
      defaultValue={defaultText(field)}
      onBlur={onLeave}
    />
  );
  return (
    <div className="stack-6 noscript:hidden">
      <div className="grid items-end gap-4 sm:grid-cols-2">{MAIN_FIELDS.map(fieldFor)}</div>
      <Details summary="Change the other figures">
        {isHydrated &&
          MORE_FIELDS.map(({ heading, fields }) => (
            <fieldset key={heading} className="stack-6 mt-8">
              <legend className="mb-2 font-display text-h4 font-semibold">{heading}</legend>
              {fields.map(fieldFor)}
            </fieldset>
          ))}
      </Details>
      <Details summary="Where our figures come from">{isHydrated && <Sources />}</Details>
    </div>
  );
}
