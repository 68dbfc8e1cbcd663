import { Button } from '../../ui/Button.tsx';
import { wordsOf } from './words.ts';
import { useFieldError, useForm } from './form-state.ts';
import { focusField } from './focus-field.ts';
import type { FieldProps } from './field-props.ts';

/** A field with words that the specification of the site has. It can be changed, but not by accident. */
export function LockedField({ schema, label, path, value }: FieldProps) {
  const { claims, unlock } = useForm();
  const error = useFieldError(path);
  return (
    <div className="locked">
      <p className="label">{label}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{wordsOf(schema, value, claims)}</p>
      {error !== undefined && <p className="field-error">{error}</p>}
      <p className="hint">This wording is part of the specification of this site.</p>
      <Button
        variant="plain"
        size="small"
        className="-ml-3 justify-self-start"
        onClick={({ currentTarget }) => {
          const form = currentTarget.closest<HTMLElement>('.site-document');
          unlock(path);
          focusField(form, path);
        }}
      >
        Change it nevertheless<span className="sr-only">{` ${label}`}</span>
      </Button>
    </div>
  );
}
